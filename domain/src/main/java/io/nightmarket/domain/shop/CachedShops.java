package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.concurrent.CompletionStage;

/** The {@link ShopCache} on the read path that all caches share. */
public record CachedShops(ReadThrough<ShopId, Shop> shops, Invalidation invalidation) implements ShopCache {
    @Override
    public CompletionStage<ReadResult<Shop>> find(ShopId id) {
        return shops.read(id);
    }

    @Override
    public CompletionStage<Void> invalidate(CacheChange change) {
        return invalidation.apply(change);
    }
}
