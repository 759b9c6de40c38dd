package io.nightmarket.domain.memory;

import io.nightmarket.domain.feed.FeedMeter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What was measured of feeds. */
public final class RecordedFeedMeter implements FeedMeter {
    /** What waited for its fan-out, at one time. */
    public record Pending(int notes, Duration age) {}

    private final List<Pending> pending = new CopyOnWriteArrayList<>();
    private final AtomicInteger readsFromRows = new AtomicInteger();

    @Override
    public void pending(int notes, Duration age) {
        pending.add(new Pending(notes, age));
    }

    @Override
    public void readFromRows() {
        readsFromRows.incrementAndGet();
    }

    public List<Pending> pending() {
        return pending;
    }

    public int readsFromRows() {
        return readsFromRows.get();
    }
}
