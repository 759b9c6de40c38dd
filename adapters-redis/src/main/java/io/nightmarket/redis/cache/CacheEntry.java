package io.nightmarket.redis.cache;

import org.jspecify.annotations.Nullable;

/**
 * What is stored under a key.
 *
 * @param value null marks that there is no such thing
 * @param freshUntil epoch milliseconds
 */
record CacheEntry<V>(@Nullable V value, long freshUntil) {}
