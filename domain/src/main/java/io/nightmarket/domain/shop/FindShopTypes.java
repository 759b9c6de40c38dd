package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the types of shops. */
public final class FindShopTypes {
    /** The types are one entry, under this key. */
    public static final String ALL_TYPES = "all";

    private final ReadThrough<String, List<ShopType>> types;

    public FindShopTypes(ReadThrough<String, List<ShopType>> types) {
        this.types = types;
    }

    /** All types by {@code sort}; always there, if empty. */
    public CompletionStage<ReadResult<List<ShopType>>> types() {
        return types.read(ALL_TYPES);
    }

    /** One of the types. */
    public CompletionStage<ReadResult<ShopType>> type(long id) {
        return types().thenApply(read ->
                read.flatMap(all -> all.stream().filter(type -> type.id() == id).findFirst()));
    }
}
