package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.concurrent.CompletionStage;

/**
 * Shops as readers get them. The database has the shops; this port decides who asks it, and how old an answer may be.
 *
 * <ul>
 *   <li><b>One load.</b> Concurrent readers of one shop share a load, on all nodes; the calls to the database are bounded.
 *   <li><b>Staleness.</b> A result that is past its soft TTL says so, with the time of its load. When neither a cache nor
 *       the database can give a newer one, the last value is served until its hard TTL.
 *   <li><b>Absence.</b> A shop that does not exist is remembered for a short time; a failed load is never an absence.
 *   <li><b>Invalidation.</b> What was loaded before it is never stored after it. A node that misses its message serves the
 *       older value for the near TTL at most.
 * </ul>
 *
 * Invalidating twice is harmless. The implementation is {@link #of}; docs/caches.md has the bounds.
 */
public interface ShopCache {
    /** The shop, or its absence; fails with {@code Unavailable} when it is in no cache and can't be loaded in time. */
    CompletionStage<ReadResult<Shop>> find(ShopId id);

    /**
     * To be called after the commit. Never fails because a cache is unavailable: the change is recorded, and applied until
     * it succeeds.
     *
     * @param change recorded in the transaction that wrote the shop
     */
    CompletionStage<Void> invalidate(CacheChange change);

    /** On the read path that all caches share. */
    static ShopCache of(ReadThrough<ShopId, Shop> shops, Invalidation invalidation) {
        return new ShopCache() {
            @Override
            public CompletionStage<ReadResult<Shop>> find(ShopId id) {
                return shops.read(id);
            }

            @Override
            public CompletionStage<Void> invalidate(CacheChange change) {
                return invalidation.apply(change);
            }
        };
    }
}
