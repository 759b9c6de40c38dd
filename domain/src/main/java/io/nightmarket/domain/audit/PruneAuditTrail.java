package io.nightmarket.domain.audit;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Deletes events that are older than they are to be kept. */
public final class PruneAuditTrail {
    private final AuditTrail trail;
    private final Duration kept;
    private final Clock clock;

    public PruneAuditTrail(AuditTrail trail, Duration kept, Clock clock) {
        this.trail = trail;
        this.kept = kept;
        this.clock = clock;
    }

    /** Deletes all that are old enough, some at a time. */
    public CompletionStage<Void> iterate() {
        return trail.prune(clock.instant().minus(kept))
                .thenCompose(deleted -> deleted == 0 ? CompletableFuture.completedStage(null) : iterate());
    }
}
