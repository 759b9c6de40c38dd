package io.nightmarket.redis.cache;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is stored under a key. Scripts read the first member by its place.
 *
 * @param loadedAt epoch milliseconds
 * @param freshUntil epoch milliseconds
 * @param value null marks that there is no such thing
 */
@JsonPropertyOrder({"loadedAt", "freshUntil", "value"})
record CacheEntry<V>(
        long loadedAt, long freshUntil, @Nullable V value) {
    Cached<V> at(long now, CacheTimes times) {
        return Cached.at(now, Optional.ofNullable(value), new Cached.Stamp(loadedAt, freshUntil), times);
    }
}
