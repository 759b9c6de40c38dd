package io.nightmarket.domain.account.permission;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.permission.Permissions.Assignment;
import io.nightmarket.domain.shop.ShopId;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operator decides which shops a merchant owns. */
public final class AssignShops {
    private final Permissions permissions;

    public AssignShops(Permissions permissions) {
        this.permissions = permissions;
    }

    /** Adds and removes shops, all of them or, when it is refused, none. */
    public CompletionStage<Assignment> assign(PhoneNumber merchant, Set<ShopId> added, Set<ShopId> removed) {
        Set<ShopId> both = new HashSet<>(added);
        both.retainAll(removed);
        return both.isEmpty()
                ? permissions.assign(merchant, added, removed)
                : CompletableFuture.completedStage(new Assignment.Contradictory(both));
    }
}
