package io.nightmarket.domain.audit;

import io.nightmarket.domain.base.OneByOne;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
        Instant before = clock.instant().minus(kept);
        return OneByOne.untilNothingIsLeft(() -> trail.prune(before));
    }
}
