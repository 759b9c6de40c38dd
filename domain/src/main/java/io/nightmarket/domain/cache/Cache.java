package io.nightmarket.domain.cache;

import java.util.concurrent.CompletionStage;

/**
 * A cache shared by all nodes. It may lose anything at any time. Every call has a time-out and fails with {@code
 * Unavailable} or {@code TimedOut}; an entry or lease that can't be read counts as missing, and the next load replaces it.
 *
 * <p>Values are put under a lease only, the token of "Scaling Memcache at Facebook" (Nishtala and others, NSDI 2013): a
 * reader who finds nothing claims the right to load, one at a time in the whole cluster, and an eviction voids the right.
 * So of concurrent readers one goes to the source, and a loader that read before an update can't put the older value
 * back after it.
 */
public interface Cache<K, V> {
    CompletionStage<Cached<V>> find(K key);

    /**
     * Asks for the right to load. When this fails no caller has the right, or will not for long.
     *
     * @param seen the {@link Cached#version version} that the caller wants replaced; 0 when it saw none
     */
    CompletionStage<Claim<V>> claim(K key, long seen);

    /** What became of a value that was to be kept. */
    enum Put {
        /** It is there. */
        KEPT,
        /** It is there, and others wait for it. */
        AWAITED,
        /** The lease was void: the value may be older than an update, and nothing was kept. */
        REFUSED
    }

    /**
     * Keeps a value or an absence and uses the lease up. The expiries, with jitter, are the cache's own settings. Value,
     * expiry and check of the lease are one step. Fails with {@code Corrupt} when the store can't hold such a value.
     */
    CompletionStage<Put> put(K key, Loaded<V> loaded, String lease);

    /**
     * Releases a lease that will not be used, retried until the store confirms it or the lease is over. A lease that is
     * void already does no harm.
     */
    CompletionStage<Void> release(K key, String lease);

    /**
     * Forgets what is known of the key and voids the lease on it, in one step. Repeating it is harmless.
     *
     * @return the {@link #run}
     */
    CompletionStage<String> evict(K key);

    /**
     * Forgets what is known of all keys and voids the leases on them: nothing that was loaded before this was called is
     * found after it. Takes longer the more the store holds; what failed halfway is repeated without harm.
     */
    CompletionStage<Void> clear();

    /**
     * Names this run of the store. It changes with everything that may bring back what was there earlier: a restart, a copy
     * that takes its place. So an eviction that one run confirmed is repeated on the next.
     */
    CompletionStage<String> run();
}
