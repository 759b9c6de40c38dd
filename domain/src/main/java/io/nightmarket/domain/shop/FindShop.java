package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Anybody looks at a shop or at the types of shops. */
public final class FindShop {
    /** The types are one entry, under this key. */
    public static final String ALL_TYPES = "all";

    private final ReadThrough<ShopId, Shop> shops;
    private final ReadThrough<String, List<ShopType>> types;

    public FindShop(ReadThrough<ShopId, Shop> shops, ReadThrough<String, List<ShopType>> types) {
        this.shops = shops;
        this.types = types;
    }

    public CompletionStage<Reading<Shop>> find(ShopId id) {
        return shops.read(id).thenApply(FindShop::reading);
    }

    public CompletionStage<Reading<List<ShopType>>> types() {
        return types.read(ALL_TYPES).thenApply(FindShop::reading);
    }

    private static <V> Reading<V> reading(Optional<V> found) {
        // The caches do not say yet when and from what they were filled.
        return new Reading<>(found, Instant.EPOCH, false);
    }
}
