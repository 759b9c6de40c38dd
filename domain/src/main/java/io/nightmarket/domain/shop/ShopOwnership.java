package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.ShopRole.Duty;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The rule of who may act for a shop: an admin for any; an operator runs sales and redeems for any; else the role in the shop
 * decides, which is read with each check, so that it counts at once.
 */
public final class ShopOwnership {
    private final ShopRepository shops;

    public ShopOwnership(ShopRepository shops) {
        this.shops = shops;
    }

    public CompletionStage<Boolean> mayActFor(Session actor, ShopId shop, Duty duty) {
        return switch (actor.role()) {
            case ADMIN -> CompletableFuture.completedStage(true);
            case AUDITOR -> CompletableFuture.completedStage(false);
            case OPERATOR ->
                duty == Duty.RUN_SALES || duty == Duty.REDEEM
                        ? CompletableFuture.completedStage(true)
                        : mayInShop(actor, shop, duty);
            case MERCHANT, SHOPPER -> mayInShop(actor, shop, duty);
        };
    }

    private CompletionStage<Boolean> mayInShop(Session actor, ShopId shop, Duty duty) {
        return shops.roleIn(shop, actor.user())
                .thenApply(role -> role.filter(held -> may(actor, held, duty)).isPresent());
    }

    /**
     * Whether the actor may do this by a role in the shop. An owner whose session lacks the second factor that staff need has the
     * role SHOPPER in it.
     */
    public static boolean may(Session actor, ShopRole held, Duty duty) {
        return held.may(duty) && (held != ShopRole.OWNER || actor.role() != Role.SHOPPER);
    }
}
