package io.nightmarket.domain.cache;

import java.util.concurrent.CompletionStage;

/**
 * A cache shared by all nodes, or one node's own. It may lose anything at any time. Every call has a time-out and fails
 * with {@code Unavailable} or {@code TimedOut}; an entry or ticket that can't be read counts as missing.
 *
 * <p>Values are put under a load ticket only, the lease of "Scaling Memcache at Facebook" (Nishtala and others, NSDI
 * 2013): a reader that finds nothing acquires the ticket, one at a time in the whole cluster, and an invalidation makes
 * it void. So one of many concurrent readers loads, and a loader that read before an update can't put the older value
 * back after it.
 */
public interface Cache<K, V> {
    CompletionStage<Cached<V>> find(K key);

    /**
     * Asks for the right to load. When this fails no caller has the right, or only for a short time.
     *
     * @param seen the {@link Cached#version version} that the caller wants replaced; 0 when it saw none
     */
    CompletionStage<LoadTicket<V>> acquireTicket(K key, long seen);

    /** The outcome of {@link #put}. */
    enum Put {
        STORED,
        /** It is stored, and other nodes wait for it. */
        STORED_AWAITED,
        /** The ticket was void: the value may be older than an update, and is not stored. */
        REJECTED
    }

    /**
     * Stores a value or an absence and uses the ticket up. The expiries, with jitter, are the cache's own settings. Value,
     * expiry and check of the ticket are one step. Fails with {@code Corrupt} when the store can't hold such a value.
     */
    CompletionStage<Put> put(K key, Loaded<V> loaded, String ticket);

    /** Lengthens the life of a ticket to its full TTL from now; does nothing to a void one. */
    CompletionStage<Void> renew(K key, String ticket);

    /**
     * Releases a ticket that will not be used, retried until the store confirms it or the ticket has expired. Releasing
     * a void one is harmless.
     */
    CompletionStage<Void> release(K key, String ticket);

    /**
     * Removes the entry of the key and makes the ticket on it void, in one step. Repeating it is harmless.
     *
     * @return the {@link #incarnation}
     */
    CompletionStage<String> invalidate(K key);

    /**
     * Removes all entries and makes all tickets void: nothing that was loaded before this call is found after it. Takes
     * longer the more the store holds; repeating it, also after a failure, is harmless.
     */
    CompletionStage<Void> clear();

    /**
     * Names the incarnation of the store. It changes with everything that may bring older entries back: a restart, a
     * replica that is promoted. So an invalidation that one incarnation confirmed is repeated on the next.
     */
    CompletionStage<String> incarnation();
}
