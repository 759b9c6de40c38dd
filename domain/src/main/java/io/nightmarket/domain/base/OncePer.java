package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Lets the first caller of each interval begin, and no other. Safe for use by several threads. */
public final class OncePer {
    private final long interval;
    private final LongSupplier nanoTime;
    private final AtomicLong due;

    public OncePer(Duration interval, LongSupplier nanoTime) {
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
        this.due = new AtomicLong(nanoTime.getAsLong());
    }

    /** Whether the caller may begin: no caller did within the interval before. */
    public boolean tryBegin() {
        long now = nanoTime.getAsLong();
        long next = due.get();
        return now - next >= 0 && due.compareAndSet(next, now + interval);
    }
}
