package io.nightmarket.domain.cache;

import java.util.concurrent.CompletionStage;

/** Has every copy of what was changed forgotten, on all nodes. */
@FunctionalInterface
public interface Invalidation {
    /**
     * Completes when the shared copy is gone and word to the nodes is on its way; also when that failed for now: the
     * change is written down and is applied until it succeeds. Call it when the change is committed. Repeating it is
     * harmless.
     */
    CompletionStage<Void> apply(CacheChange change);
}
