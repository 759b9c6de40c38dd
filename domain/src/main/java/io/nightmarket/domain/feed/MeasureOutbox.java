package io.nightmarket.domain.feed;

import io.nightmarket.domain.feed.FeedOutbox.Backlog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Measures how many notes wait for their fan-out, and for how long. */
public final class MeasureOutbox {
    private final FeedOutbox outbox;
    private final FeedMeter meter;
    private final Clock clock;

    public MeasureOutbox(FeedOutbox outbox, FeedMeter meter, Clock clock) {
        this.outbox = outbox;
        this.meter = meter;
        this.clock = clock;
    }

    public CompletionStage<Void> run() {
        return outbox.backlog().thenAccept(backlog -> meter.pending(backlog.notes(), age(backlog)));
    }

    /** Times of rows are the database's, whose clock may be ahead. */
    private Duration age(Backlog backlog) {
        Instant now = clock.instant();
        return backlog.oldest()
                .filter(oldest -> oldest.isBefore(now))
                .map(oldest -> Duration.between(oldest, now))
                .orElse(Duration.ZERO);
    }
}
