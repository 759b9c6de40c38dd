package io.nightmarket.domain.cache;

/** Where a reader that met a stale entry leaves word of it. */
@FunctionalInterface
public interface CacheRebuilds<K> {
    /**
     * A hint that may be lost or doubled: the next reader of the stale entry gives it again. Never throws.
     *
     * @param seen the {@link Cached#version version} of the entry
     */
    void request(K key, long seen);
}
