package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The changes that are written down, until the shared cache has confirmed them and can't fall back behind them. */
public interface CacheChanges {
    /**
     * Changes of these caches that this run of the store has not confirmed, the latest first: those that no run has, and
     * those that an earlier one did.
     *
     * @param age only those of this age: the writer of a later one is about to confirm it
     * @param before only those with smaller ids
     */
    CompletionStage<List<CacheChange>> unconfirmed(
            Collection<String> caches, String run, Duration age, long before, int most);

    /** Notes that this run of the store has forgotten what was changed. Repeating it is harmless. */
    CompletionStage<Void> confirm(CacheChange change, String run);

    /** Drops what was confirmed of this cache and is older than this, some at a time. */
    CompletionStage<Void> prune(String cache, Duration age);
}
