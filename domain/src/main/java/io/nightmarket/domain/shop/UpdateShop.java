package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.failure.TimedOut;
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
        UNKNOWN_TYPE,
        NOT_YOURS
    }

    /**
     * Writes the database, then empties the cache. When the second step fails the call fails with {@code TimedOut},
     * for the change stands: repeating it is harmless, and the entry turns stale by itself.
     */
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
        return shops.findTypes()
                .thenCompose(types -> types.stream().anyMatch(known -> known.id() == type)
                        ? write(change)
                        : CompletableFuture.completedStage(Outcome.UNKNOWN_TYPE));
    }

    private CompletionStage<Outcome> write(ShopChange change) {
        return shops.update(change)
                .thenCompose(found -> found
                        ? evict(change.id()).thenApply(_ -> Outcome.UPDATED)
                        : CompletableFuture.completedStage(Outcome.NOT_FOUND));
    }

    private CompletionStage<Void> evict(ShopId id) {
        return cache.evict(id)
                .thenAccept(_ -> {})
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(
                        new TimedOut("the change stands, the cached copy could not be removed", failure)));
    }
}
