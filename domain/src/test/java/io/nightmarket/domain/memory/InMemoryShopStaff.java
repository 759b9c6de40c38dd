package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopStaff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Those who work in shops in memory. */
public record InMemoryShopStaff(InMemoryUsers users, InMemoryShops shops, InMemoryAuditTrail trail)
        implements ShopStaff {
    @Override
    public synchronized CompletionStage<Outcome> appoint(
            StaffAction action, ShopId shop, PhoneNumber phone, Optional<ShopRole> role) {
        Optional<User> user = users.lookUp(phone);
        Map<UserId, ShopRole> staff = shops.staffOf(shop);
        if (!shops.exists(shop)) {
            return CompletableFuture.completedStage(Outcome.NO_SUCH_SHOP);
        } else if (user.isEmpty()) {
            return CompletableFuture.completedStage(Outcome.NO_SUCH_USER);
        }
        UserId id = user.get().id();
        Optional<ShopRole> before = Optional.ofNullable(staff.get(id));
        if (before.isEmpty() && role.isPresent() && staff.size() >= MAX) {
            return CompletableFuture.completedStage(Outcome.FULL);
        }
        role.ifPresentOrElse(given -> staff.put(id, given), () -> staff.remove(id));
        if (!before.equals(role)) {
            trail.recordChange(action, entry(id, before), entry(id, role));
        }
        return CompletableFuture.completedStage(Outcome.DONE);
    }

    private static String entry(UserId user, Optional<ShopRole> role) {
        return "user " + user.value() + ": " + role.map(ShopRole::name).orElse("none");
    }

    @Override
    public synchronized CompletionStage<List<Member>> of(ShopId shop) {
        List<Member> members = new ArrayList<>();
        shops.owner(shop).ifPresent(owner -> members.add(member(owner, ShopRole.OWNER)));
        shops.staffOf(shop).forEach((user, role) -> members.add(member(user, role)));
        return CompletableFuture.completedStage(members);
    }

    private Member member(UserId user, ShopRole role) {
        String name = users.lookUp(user).map(User::nickName).orElse("");
        String phone = users.phoneOf(user).map(PhoneNumber::toString).orElse("");
        return new Member(user, name, phone, role);
    }
}
