package io.nightmarket.domain.overload;

import io.nightmarket.domain.concurrent.GroupCommit;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long requests waited in a queue of calls beyond the call that was under way: a call as slow as its disk makes none
 * wait longer, a queue that grows does. A moving mean. Safe for use by several threads.
 */
public final class QueueWaiting implements GroupCommit.Meter {
    private static final double NEWEST = 0.5;

    /** A queue that stands still says nothing of load. */
    private static final long FORGOTTEN = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private double mean;
    private long at;

    public QueueWaiting(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.at = nanoTime.getAsLong();
    }

    @Override
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    @Override
    public synchronized void waited(long beyondOneCall) {
        mean += NEWEST * (beyondOneCall - mean);
        at = nanoTime();
    }

    /** Nanoseconds; 0 when no request left the queue in the last second. */
    public synchronized long nanos() {
        return nanoTime() - at > FORGOTTEN ? 0 : (long) mean;
    }
}
