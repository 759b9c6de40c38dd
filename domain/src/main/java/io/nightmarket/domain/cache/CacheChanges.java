package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The recorded changes, until the shared cache has confirmed them and can't fall back behind them. */
public interface CacheChanges {
    /**
     * Changes of these caches that this incarnation of the store has not confirmed, the latest first: those that none has,
     * and those that an earlier one did.
     *
     * @param minAge only changes of this age: the writer of a later one is about to confirm it
     * @param before only those with smaller ids
     */
    CompletionStage<List<CacheChange>> unconfirmed(
            Collection<String> caches, String incarnation, Duration minAge, long before, int limit);

    /** Records that this incarnation of the store has invalidated the key. Repeating it is harmless. */
    CompletionStage<Void> confirm(CacheChange change, String incarnation);

    /** Deletes confirmed changes of this cache that are older than this, some at a time. */
    CompletionStage<Void> prune(String cache, Duration age);
}
