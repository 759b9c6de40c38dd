package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.Optional;

/** Keys and values that caches of several features have. */
final class CacheKeys {
    static final KeyFormat<ShopId> BY_SHOP = KeyFormat.ofNumbers(ShopId::value, ShopId::new);

    private CacheKeys() {}

    /** An empty list is kept as briefly as an absence: a client may ask for any number of them. */
    static <T> Optional<List<T>> unlessEmpty(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list);
    }
}
