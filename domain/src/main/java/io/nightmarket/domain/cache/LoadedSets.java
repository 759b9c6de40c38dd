package io.nightmarket.domain.cache;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Copies of lists that the database holds, in memory that nodes share and that may be lost. A copy is stored under a load ticket:
 * of each key one load at a time is under way, and a change that is put ends it, since it may have read what was before. Fails with
 * {@code Unavailable} or {@code TimedOut}.
 *
 * @param <C> what a load brings
 */
public interface LoadedSets<K, C> {
    /**
     * Begins a load and names it; empty while another one is under way, or when the copy is there, except for inboxes. A load that
     * does not end is forgotten after three seconds.
     */
    CompletionStage<Optional<String>> beginLoad(K key);

    /**
     * Stores what was read since the load began, in place of the copy that is there, and ends the load. False when the load does not
     * count any more; nothing is stored then.
     */
    CompletionStage<Boolean> store(K key, String load, C content);

    /** Ends a load that brings nothing; does nothing to any other, nor to the copy that is there. */
    CompletionStage<Void> endLoad(K key, String load);
}
