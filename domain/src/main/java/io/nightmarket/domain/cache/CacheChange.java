package io.nightmarket.domain.cache;

/**
 * Something that caches may hold was changed, made or removed. Written down in the transaction of the change itself.
 *
 * @param id in the order of the changes of one thing
 * @param cache the name of the cache, one of {@link CacheNames}
 * @param key the entry's key, as text
 */
public record CacheChange(long id, String cache, String key) {}
