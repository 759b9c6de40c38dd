package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds a shop, or the types of shops. */
public final class FindShop {
    /** The types are one entry, under this key. */
    public static final String ALL_TYPES = "all";

    private final ShopCache shops;
    private final ReadThrough<String, List<ShopType>> types;

    public FindShop(ShopCache shops, ReadThrough<String, List<ShopType>> types) {
        this.shops = shops;
        this.types = types;
    }

    public CompletionStage<ReadResult<Shop>> find(ShopId id) {
        return shops.find(id);
    }

    /** All types by {@code sort}; always there, if empty. */
    public CompletionStage<ReadResult<List<ShopType>>> types() {
        return types.read(ALL_TYPES);
    }

    /** One of the types. */
    public CompletionStage<ReadResult<ShopType>> type(long id) {
        return types().thenApply(read -> new ReadResult<>(
                read.value()
                        .flatMap(all ->
                                all.stream().filter(type -> type.id() == id).findFirst()),
                read.loadedAt(),
                read.stale()));
    }
}
