package io.nightmarket.domain.cache;

/**
 * A change of something that caches may hold. Recorded in the transaction of the change itself.
 *
 * @param id in the order of the changes of one thing
 * @param cache the name of the cache, one of {@link CacheNames}
 * @param key the entry's key, as text
 */
public record CacheChange(long id, String cache, String key) {}
