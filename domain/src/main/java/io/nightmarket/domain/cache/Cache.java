package io.nightmarket.domain.cache;

import java.util.concurrent.CompletionStage;

/**
 * A cache shared by all nodes. It may lose anything at any time. Every call has a time-out and fails with {@code
 * Unavailable} or {@code TimedOut}; an entry that can't be read counts as missing.
 */
public interface Cache<K, V> {
    CompletionStage<Cached<V>> find(K key);

    /** Keeps a value; its expiries, with jitter, are the cache's own settings. Value and expiry are set in one step. */
    CompletionStage<Void> put(K key, V value);

    /** Keeps the fact that there is no such thing, for a short time. */
    CompletionStage<Void> putAbsent(K key);

    /** Forgets what is known of the key. Repeating it is harmless. */
    CompletionStage<Void> evict(K key);
}
