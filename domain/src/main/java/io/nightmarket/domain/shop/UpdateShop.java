package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.Invalidation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant changes a shop of their own, or an admin any. */
public final class UpdateShop {
    private final ShopRepository shops;
    private final ShopOwnership ownership;
    private final KnownTypes types;
    private final Invalidation invalidation;

    public UpdateShop(ShopRepository shops, ShopOwnership ownership, Invalidation invalidation) {
        this.shops = shops;
        this.ownership = ownership;
        this.types = new KnownTypes(shops);
        this.invalidation = invalidation;
    }

    /** What came of it. */
    public enum Outcome {
        UPDATED,
        NOT_FOUND,
        UNKNOWN_TYPE,
        NOT_YOURS
    }

    /** Writes the database, then has every cached copy forgotten; a cache that is away hears of it later. */
    public CompletionStage<Outcome> update(Session actor, ShopChange change) {
        return ownership
                .mayActFor(actor, change.id())
                .thenCompose(may -> may ? check(change) : CompletableFuture.completedStage(Outcome.NOT_YOURS));
    }

    private CompletionStage<Outcome> check(ShopChange change) {
        Long type = change.typeId();
        if (type == null) {
            return write(change);
        }
        return types.contain(type)
                .thenCompose(known -> known ? write(change) : CompletableFuture.completedStage(Outcome.UNKNOWN_TYPE));
    }

    private CompletionStage<Outcome> write(ShopChange change) {
        return shops.update(change)
                .thenCompose(written -> written.map(
                                noted -> invalidation.apply(noted).thenApply(_ -> Outcome.UPDATED))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.NOT_FOUND)));
    }
}
