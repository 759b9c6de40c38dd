package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The rule of who may act for a shop: an admin for any, a merchant for the own ones, a shopper for none. */
public final class ShopOwnership {
    private final ShopRepository shops;

    public ShopOwnership(ShopRepository shops) {
        this.shops = shops;
    }

    public CompletionStage<Boolean> mayActFor(Session actor, ShopId shop) {
        return switch (actor.role()) {
            case ADMIN -> CompletableFuture.completedStage(true);
            case MERCHANT -> shops.isOwnedBy(shop, actor.user());
            case SHOPPER -> CompletableFuture.completedStage(false);
        };
    }
}
