package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.Cache;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant changes a shop of their own, or an admin any. */
public final class UpdateShop {
    private final ShopRepository shops;
    private final ShopOwnership ownership;
    private final Cache<ShopId, Shop> cache;

    public UpdateShop(ShopRepository shops, ShopOwnership ownership, Cache<ShopId, Shop> cache) {
        this.shops = shops;
        this.ownership = ownership;
        this.cache = cache;
    }

    /** What came of it. */
    public enum Outcome {
        UPDATED,
        NOT_FOUND,
        NOT_YOURS
    }

    /**
     * Writes the database, then empties the cache. When the second step fails the call fails, though the change
     * stands: repeating it is harmless, and the entry turns stale by itself.
     */
    public CompletionStage<Outcome> update(Session actor, ShopChange change) {
        return ownership
                .mayActFor(actor, change.id())
                .thenCompose(may -> may ? write(change) : CompletableFuture.<Outcome>completedStage(Outcome.NOT_YOURS));
    }

    private CompletionStage<Outcome> write(ShopChange change) {
        return shops.update(change)
                .thenCompose(found -> found
                        ? cache.evict(change.id()).thenApply(_ -> Outcome.UPDATED)
                        : CompletableFuture.completedStage(Outcome.NOT_FOUND));
    }
}
