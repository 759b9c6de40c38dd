package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The changes that are written down, until the shared cache has confirmed them and can't fall back behind them. */
public interface CacheChanges {
    /**
     * Changes of these caches that this run of the store has not confirmed, the newest first: those that no store has, and
     * those that an earlier run did. Of a store that went back to older copies the newest are the likeliest to be amiss.
     */
    CompletionStage<List<CacheChange>> unconfirmed(Collection<String> caches, String run, int most);

    /** Notes that this run of the store has forgotten what was changed. Repeating it is harmless. */
    CompletionStage<Void> confirm(CacheChange change, String run);

    /** Drops what was confirmed and is older than this, some at a time. */
    CompletionStage<Void> prune(Duration age);
}
