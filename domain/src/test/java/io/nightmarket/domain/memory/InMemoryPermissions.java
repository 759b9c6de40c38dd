package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.shop.ShopId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Permissions over users and shops in memory. */
public record InMemoryPermissions(InMemoryUsers users, InMemoryShops shops) implements Permissions {
    @Override
    public synchronized CompletionStage<Granted> grant(PhoneNumber phone, String nickName, Role role) {
        boolean created = users.lookUp(phone).isEmpty();
        return users.findOrCreate(phone, nickName).thenApply(user -> {
            users.grant(user.id(), role);
            return new Granted(users.lookUp(user.id()).orElseThrow(), created);
        });
    }

    @Override
    public synchronized CompletionStage<Optional<User>> revoke(PhoneNumber phone) {
        Optional<User> user = users.lookUp(phone);
        user.map(User::id).ifPresent(id -> {
            users.grant(id, Role.SHOPPER);
            shops.disownAll(id);
        });
        return CompletableFuture.completedStage(users.lookUp(phone));
    }

    @Override
    public synchronized CompletionStage<Assignment> assign(
            PhoneNumber merchant, Set<ShopId> added, Set<ShopId> removed) {
        Set<ShopId> unknown = new HashSet<>(added);
        unknown.addAll(removed);
        unknown.removeIf(shops::exists);
        Optional<User> user = users.lookUp(merchant);
        if (user.isEmpty()) {
            return CompletableFuture.completedStage(new Assignment.UnknownUser());
        }
        if (user.get().role() != Role.MERCHANT) {
            return CompletableFuture.completedStage(
                    new Assignment.NotMerchant(user.get().role()));
        }
        return CompletableFuture.completedStage(
                unknown.isEmpty() ? change(user.get().id(), added, removed) : new Assignment.UnknownShops(unknown));
    }

    private Assignment change(UserId merchant, Set<ShopId> added, Set<ShopId> removed) {
        Map<ShopId, UserId> former = new HashMap<>();
        for (ShopId shop : added) {
            shops.owner(shop).filter(owner -> !owner.equals(merchant)).ifPresent(owner -> former.put(shop, owner));
            shops.own(shop, merchant);
        }
        removed.forEach(shop -> shops.disown(shop, merchant));
        return new Assignment.Assigned(former);
    }
}
