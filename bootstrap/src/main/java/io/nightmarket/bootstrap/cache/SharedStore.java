package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import java.util.function.Function;

/** The second level of the caches. */
@FunctionalInterface
public interface SharedStore {
    <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times);
}
