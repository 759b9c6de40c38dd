package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Finds one type of shops. */
public final class FindShopType {
    private final ReadThrough<Long, ShopType> types;

    public FindShopType(ReadThrough<Long, ShopType> types) {
        this.types = types;
    }

    /** Loads the type for the cache. There are few types, so all are read. */
    public static CompletionStage<Optional<ShopType>> load(ShopRepository shops, long id) {
        return shops.findTypes()
                .thenApply(
                        types -> types.stream().filter(type -> type.id() == id).findFirst());
    }

    public CompletionStage<ReadResult<ShopType>> find(long id) {
        return types.read(id);
    }
}
