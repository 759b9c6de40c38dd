package io.nightmarket.bootstrap.cache;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Maps in this node's memory that evict entries when their weight exceeds a maximum. */
final class BoundedMaps {
    private BoundedMaps() {}

    /** @param weight the weight of all entries now */
    record BoundedMap<K, V>(ConcurrentMap<K, V> map, LongSupplier weight) {}

    /** @param metrics counts evictions for lack of space */
    static <K, V> BoundedMap<K, V> create(
            long maxWeight, Duration expiry, ToIntFunction<V> weight, CacheMetrics metrics) {
        var cache = Caffeine.newBuilder()
                .maximumWeight(maxWeight)
                .<K, V>weigher((_, value) -> weight.applyAsInt(value))
                .expireAfterWrite(expiry)
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        metrics.evicted();
                    }
                })
                .<K, V>build();
        return new BoundedMap<>(cache.asMap(), () -> {
            // Counts the latest writes, too.
            cache.cleanUp();
            return cache.policy().eviction().orElseThrow().weightedSize().orElseThrow();
        });
    }

    /** The weight of an entry with its key, and with its value if it has one. */
    static <V> int weight(ToIntFunction<V> weight, Optional<V> value) {
        return 1 + value.map(weight::applyAsInt).orElse(0);
    }
}
