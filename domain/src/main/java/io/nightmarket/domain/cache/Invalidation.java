package io.nightmarket.domain.cache;

import java.util.concurrent.CompletionStage;

/** Invalidates every copy of a changed value, on all nodes. */
@FunctionalInterface
public interface Invalidation {
    /**
     * To be called after the commit of the change. Completes when the shared entry is removed and the message to the nodes
     * is sent; also when that failed, for the recorded change is applied until it succeeds. Repeating it is harmless.
     */
    CompletionStage<Void> apply(CacheChange change);
}
