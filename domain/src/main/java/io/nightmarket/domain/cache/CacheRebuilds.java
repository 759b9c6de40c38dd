package io.nightmarket.domain.cache;

/** Requests rebuilds of stale entries. */
@FunctionalInterface
public interface CacheRebuilds<K> {
    /**
     * A hint that may be lost or duplicated: the next reader of the stale entry requests it again. Never throws.
     *
     * @param seen the {@link Cached#version version} of the entry
     */
    void request(K key, long seen);
}
