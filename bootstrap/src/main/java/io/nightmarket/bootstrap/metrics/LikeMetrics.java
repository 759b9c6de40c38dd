package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.nightmarket.domain.note.LikeMeter;
import java.util.concurrent.atomic.AtomicLong;

/** What the last comparison of likes found. */
final class LikeMetrics implements LikeMeter {
    private final AtomicLong totals = new AtomicLong();
    private final AtomicLong sets = new AtomicLong();

    LikeMetrics(MeterRegistry registry) {
        Gauge.builder("nightmarket.note.likes.drift", totals, AtomicLong::get)
                .description(
                        "Likes by which the totals of notes differed from the rows before the last iteration wrote them")
                .tag("of", "totals")
                .register(registry);
        Gauge.builder("nightmarket.note.likes.drift", sets, AtomicLong::get)
                .description("Sets of likes in Redis that missed a change, and were dropped by the last iteration")
                .tag("of", "sets")
                .register(registry);
    }

    @Override
    public void compared(long totalsNow, long setsNow) {
        totals.set(totalsNow);
        sets.set(setsNow);
    }
}
