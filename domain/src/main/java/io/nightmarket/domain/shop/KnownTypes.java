package io.nightmarket.domain.shop;

import java.util.concurrent.CompletionStage;

/** The rule that a shop is of a type that there is. */
final class KnownTypes {
    private final ShopRepository shops;

    KnownTypes(ShopRepository shops) {
        this.shops = shops;
    }

    CompletionStage<Boolean> contain(long typeId) {
        return shops.findTypes().thenApply(types -> types.stream().anyMatch(known -> known.id() == typeId));
    }
}
