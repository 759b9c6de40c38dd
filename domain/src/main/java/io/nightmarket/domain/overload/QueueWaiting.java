package io.nightmarket.domain.overload;

import io.nightmarket.domain.base.GroupCommit;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long requests waited in a queue of calls beyond the call that was under way: a call as slow as its disk makes none
 * wait longer, a queue that grows does. A moving mean of requests. Safe for use by several threads.
 */
public final class QueueWaiting implements GroupCommit.Meter {
    /** After this time a call counts 1/e of what it did. */
    private static final double MEMORY = Duration.ofMillis(100).toNanos();

    /** A queue that stands still says nothing of load. */
    private static final long FORGOTTEN = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private double sum;
    private double requests;
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
    public synchronized void waited(long beyondOneCall, int newRequests) {
        long now = nanoTime();
        double kept = Math.exp((at - now) / MEMORY);
        sum = sum * kept + (double) beyondOneCall * newRequests;
        requests = requests * kept + newRequests;
        at = now;
    }

    /** Nanoseconds; 0 when no request left the queue in the last second. */
    public synchronized long nanos() {
        return requests == 0 || nanoTime() - at > FORGOTTEN ? 0 : (long) (sum / requests);
    }
}
