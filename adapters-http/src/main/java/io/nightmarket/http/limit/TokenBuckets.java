package io.nightmarket.http.limit;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Token buckets by key, as the generic cell rate algorithm (ATM Forum, Traffic Management Specification 4.1, 1999): of a
 * bucket nothing is kept but the time at which it will be full, and nothing at all once it is. So a table of fixed size
 * holds the buckets of any number of users, and no object stays for any of them; a bucket object for each user was a third of a
 * node's processor time, most of it the collector's.
 *
 * <p>A key that finds no place, because those it may have are all taken by buckets that are not full, is let pass. Safe
 * for use by several threads.
 */
public final class TokenBuckets {
    private static final int KEY = 0;
    private static final int FULL_AT = RecordTable.PLACES;
    private static final int WIDTH = 2;

    private final long nanosPerToken;
    private final long nanosPerBucket;
    private final LongSupplier nanoTime;
    private final long epoch;
    private final RecordTable buckets = new RecordTable(WIDTH);

    /**
     * @param count tokens of a full bucket; 0 is no limit
     * @param per how long an empty one takes to be full
     * @param nanoTime must never go back: a bucket would not be filled until it is as late again
     */
    public TokenBuckets(int count, Duration per, LongSupplier nanoTime) {
        this.nanosPerToken = count == 0 ? 0 : Math.max(1, per.toNanos() / count);
        this.nanosPerBucket = nanosPerToken * count;
        this.nanoTime = nanoTime;
        this.epoch = nanoTime.getAsLong();
    }

    public boolean areLimited() {
        return nanosPerToken > 0;
    }

    /** Takes a token and answers zero, or how long it is until there is one. */
    public Duration take(long key) {
        return take(key, () -> Duration.ZERO);
    }

    /**
     * Takes a token when there is one and the others are taken, too, all at one moment.
     *
     * @param others takes the other tokens and answers zero, or how long it is until there are some; asked while the bucket is locked
     */
    public Duration take(long key, Supplier<Duration> others) {
        if (!areLimited()) {
            return others.get();
        }
        int set = buckets.set(key);
        synchronized (buckets.lock(set)) {
            long[] page = buckets.page(set);
            long now = now();
            int at = find(page, buckets.first(set), key, now);
            if (at < 0) {
                return others.get();
            }
            long full = (page[at + KEY] == key ? Math.max(now, page[at + FULL_AT]) : now) + nanosPerToken;
            if (full - now > nanosPerBucket) {
                return Duration.ofNanos(full - now - nanosPerBucket);
            }
            Duration wait = others.get();
            if (wait.isZero()) {
                page[at + KEY] = key;
                page[at + FULL_AT] = full;
            }
            return wait;
        }
    }

    /** Puts a token back that was taken for nothing. */
    public void release(long key) {
        if (areLimited()) {
            int set = buckets.set(key);
            synchronized (buckets.lock(set)) {
                long[] page = buckets.page(set);
                int at = find(page, buckets.first(set), key, now());
                if (at >= 0 && page[at + KEY] == key) {
                    page[at + FULL_AT] -= nanosPerToken;
                }
            }
        }
    }

    /** From 1 on, so that an untouched place is a full bucket's. */
    private long now() {
        return nanoTime.getAsLong() - epoch + 1;
    }

    /** The place of the key's bucket, or else of a full one; negative when there is neither. */
    private static int find(long[] page, int first, long key, long now) {
        int free = -1;
        for (int at = first; at < first + RecordTable.PLACES; at++) {
            if (page[at + FULL_AT] > now) {
                if (page[at + KEY] == key) {
                    return at;
                }
            } else if (free < 0) {
                free = at;
            }
        }
        return free;
    }
}
