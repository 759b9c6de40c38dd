package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.ShopRole.Duty;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant changes a shop of their own, or an admin any. */
public final class UpdateShop {
    private final ShopRepository shops;
    private final ShopOwnership ownership;
    private final ShopCache cache;

    public UpdateShop(ShopRepository shops, ShopOwnership ownership, ShopCache cache) {
        this.shops = shops;
        this.ownership = ownership;
        this.cache = cache;
    }

    /** The outcome. */
    public enum Outcome {
        UPDATED,
        NOT_FOUND,
        UNKNOWN_TYPE,
        FORBIDDEN
    }

    /** Writes the database, then invalidates the caches. */
    public CompletionStage<Outcome> update(Session actor, ShopChange change) {
        return ownership
                .mayActFor(actor, change.id(), Duty.EDIT)
                .thenCompose(may -> may ? check(change) : CompletableFuture.completedStage(Outcome.FORBIDDEN));
    }

    private CompletionStage<Outcome> check(ShopChange change) {
        Long type = change.typeId();
        if (type == null) {
            return write(change);
        }
        return shops.hasType(type)
                .thenCompose(known -> known ? write(change) : CompletableFuture.completedStage(Outcome.UNKNOWN_TYPE));
    }

    private CompletionStage<Outcome> write(ShopChange change) {
        return shops.update(change)
                .thenCompose(written -> written.map(
                                recorded -> cache.invalidate(recorded).thenApply(_ -> Outcome.UPDATED))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.NOT_FOUND)));
    }
}
