package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Detects keys that are read often, in a table whose size does not depend on how many there are: a count-min sketch
 * (Cormode, Muthukrishnan 2005) of counters for this window and the one before. A key that was read {@code threshold}
 * times within a window is reported hot; one read less often within two is not, unless it shares each of its counters
 * with others. When all keys are read {@code n} times within two windows, that happens to fewer than {@code (n /
 * (16,384 * threshold))^4} of them.
 *
 * <p>Safe for use by several threads, without locks: of reads at the same moment one is counted at least, and the others
 * may not be. So a key is reported hot some reads later than it should.
 */
public final class HotKeys {
    static final int WIDTH = 1 << 14;
    static final int ROWS = 4;

    private static final int COUNT_BITS = 16;
    private static final int MOST = (1 << COUNT_BITS) - 1;

    private final int threshold;
    private final long window;
    private final LongSupplier nanoTime;
    private final long start;
    /** Row by row: the number of the window (32 bits), the reads in the one before it (16) and in it (16). */
    private final AtomicLongArray cells = new AtomicLongArray(ROWS * WIDTH);

    /** @param threshold from 1 to 65,535 */
    public HotKeys(int threshold, Duration window, LongSupplier nanoTime) {
        if (threshold < 1 || threshold > MOST) {
            throw new IllegalArgumentException("a threshold is from 1 to " + MOST + ", not " + threshold);
        }
        if (!window.isPositive()) {
            throw new IllegalArgumentException("a window lasts, not " + window);
        }
        this.threshold = threshold;
        this.window = window.toNanos();
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /** Counts a read; true when the key is hot. Keys of the same hash count as one. */
    public boolean touch(int hash) {
        int now = (int) ((nanoTime.getAsLong() - start) / window);
        long places = KeyHash.mix(hash);
        int least = Integer.MAX_VALUE;
        for (int row = 0; row < ROWS; row++) {
            int column = (int) (places >>> (row * Long.SIZE / ROWS)) & (WIDTH - 1);
            least = Math.min(least, count(row * WIDTH + column, now));
        }
        return least >= threshold;
    }

    private int count(int cell, int now) {
        long old = cells.get(cell);
        int age = now - (int) (old >>> (2 * COUNT_BITS));
        int before = (int) (old >>> COUNT_BITS) & MOST;
        int within = (int) old & MOST;
        if (age > 0) {
            before = age == 1 ? within : 0;
            within = 0;
        }
        within = Math.min(within + 1, MOST);
        // A concurrent count is the better number: one written over it could be much older.
        boolean _ =
                cells.compareAndSet(cell, old, (long) now << (2 * COUNT_BITS) | (long) before << COUNT_BITS | within);
        return before + within;
    }
}
