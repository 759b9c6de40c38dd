package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A cache of shops that does what a test gives it. */
public record StubShopCache(
        Function<ShopId, CompletionStage<ReadResult<Shop>>> finder,
        Function<CacheChange, CompletionStage<Void>> invalidator)
        implements ShopCache {
    /** For writers, which read nothing from it. */
    public static ShopCache ofInvalidations(Function<CacheChange, CompletionStage<Void>> invalidator) {
        return new StubShopCache(
                _ -> {
                    throw new AssertionError("read");
                },
                invalidator);
    }

    /** For readers, which invalidate nothing. */
    public static ShopCache ofReads(Function<ShopId, CompletionStage<ReadResult<Shop>>> finder) {
        return new StubShopCache(finder, _ -> {
            throw new AssertionError("invalidated");
        });
    }

    @Override
    public CompletionStage<ReadResult<Shop>> find(ShopId id) {
        return finder.apply(id);
    }

    @Override
    public CompletionStage<Void> invalidate(CacheChange change) {
        return invalidator.apply(change);
    }
}
