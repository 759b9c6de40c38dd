package io.nightmarket.domain.id;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Leases one number of the next day shortly before midnight UTC, so that a store of strides has tomorrow's stride before
 * all requests need it at once, and the granting store may be away then.
 */
public final class LeaseNextDaySegment {
    private static final Duration AHEAD = Duration.ofMinutes(10);

    private final IdSegments segments;
    private final Clock clock;

    public LeaseNextDaySegment(IdSegments segments, Clock clock) {
        this.segments = segments;
        this.clock = clock;
    }

    /** Repeated about once a minute: a store may lose the stride again before midnight. */
    public CompletionStage<Void> iterate() {
        Instant now = clock.instant();
        LocalDate soon = IdLayout.day(now.plus(AHEAD));
        return soon.equals(IdLayout.day(now))
                ? CompletableFuture.completedStage(null)
                : segments.lease(soon, 1).thenAccept(_ -> {});
    }
}
