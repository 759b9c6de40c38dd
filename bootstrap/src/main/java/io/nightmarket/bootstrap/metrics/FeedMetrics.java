package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.nightmarket.domain.feed.FeedMeter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How far the fan-out of notes is, and which feeds no inbox served. */
final class FeedMetrics implements FeedMeter {
    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicLong age = new AtomicLong();
    private final Counter fromRows;

    FeedMetrics(MeterRegistry registry) {
        Gauge.builder("nightmarket.feed.pending", notes, AtomicInteger::get)
                .description("Notes that wait for their fan-out")
                .register(registry);
        TimeGauge.builder("nightmarket.feed.pending.age", age, TimeUnit.MILLISECONDS, AtomicLong::get)
                .description("How long the oldest note has waited for its fan-out")
                .register(registry);
        this.fromRows = Counter.builder("nightmarket.feed.row.reads")
                .description(
                        "Pages of feeds and unread counts that were read from the rows of notes: no inbox served them")
                .register(registry);
    }

    @Override
    public void pending(int notesNow, Duration ageNow) {
        notes.set(notesNow);
        age.set(ageNow.toMillis());
    }

    @Override
    public void readFromRows() {
        fromRows.increment();
    }
}
