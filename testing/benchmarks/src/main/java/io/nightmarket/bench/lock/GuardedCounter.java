package io.nightmarket.bench.lock;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a key guards: a counter read when a holder starts and written when it ends, so that two at once lose a count. It
 * also knows how long nobody held the key.
 */
final class GuardedCounter {
    private final AtomicLong inside = new AtomicLong();
    private final AtomicLong clashes = new AtomicLong();
    private volatile long count;
    private volatile long lastToken;
    private volatile long left;
    private volatile @Nullable Histogram idle;

    /** From here on the times without a holder are noted. */
    Histogram observe() {
        Histogram times = new ConcurrentHistogram(3);
        idle = times;
        return times;
    }

    /** A holder starts; answers what {@link #leave} wants to know. */
    long enter(long token) {
        long now = System.nanoTime();
        Histogram times = idle;
        long since = left;
        if (times != null && since != 0) {
            times.recordValue(Math.max(0, now - since));
        }
        if (inside.incrementAndGet() != 1 || (token != LockNode.Taken.NONE && token <= lastToken)) {
            long _ = clashes.incrementAndGet();
        }
        lastToken = token;
        return count;
    }

    /** The holder ends, and is about to release the key. */
    void leave(long seen) {
        count = seen + 1;
        long _ = inside.decrementAndGet();
        left = System.nanoTime();
    }

    /** Between rounds: the time since then says nothing. */
    void rest() {
        left = 0;
        idle = null;
    }

    long count() {
        return count;
    }

    /** How often two were inside, or a token was not larger than the one before. */
    long clashes() {
        return clashes.get();
    }
}
