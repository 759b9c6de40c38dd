package io.nightmarket.http.limit;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Token buckets by key, as the generic cell rate algorithm (ATM Forum, Traffic Management Specification 4.1, 1999): of a
 * bucket nothing is kept but the time at which it will be full, and nothing at all once it is. So a table of fixed size
 * holds the buckets of any number of users, and a purchase request makes no object; a bucket object for each user was a third of a
 * node's processor time, most of it the collector's.
 *
 * <p>A key that finds no place, because those it may have are all taken by buckets that are not full, is let pass. Safe
 * for use by several threads.
 */
public final class TokenBuckets {
    private static final int PLACE_BITS = 18;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int PROBES = 16;
    private static final int STRIPES = 64;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final long nanosPerToken;
    private final long nanosPerBucket;
    private final LongSupplier nanoTime;
    private final long epoch;
    private final long[] keys;
    private final long[] fullAt;
    private final Object[] stripes = new Object[STRIPES];

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
        int places = count == 0 ? 0 : PLACES;
        this.keys = new long[places];
        this.fullAt = new long[places];
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Object();
        }
    }

    boolean limited() {
        return nanosPerToken > 0;
    }

    /** Takes a token and answers zero, or how long it is until there is one. */
    public Duration take(long key) {
        if (!limited()) {
            return Duration.ZERO;
        }
        int first = place(key);
        synchronized (stripe(first)) {
            long now = now();
            int at = find(key, first, now);
            if (at < 0) {
                return Duration.ZERO;
            }
            long full = (keys[at] == key ? Math.max(now, fullAt[at]) : now) + nanosPerToken;
            if (full - now > nanosPerBucket) {
                return Duration.ofNanos(full - now - nanosPerBucket);
            }
            keys[at] = key;
            fullAt[at] = full;
            return Duration.ZERO;
        }
    }

    /** Puts a token back that was taken for nothing. */
    public void release(long key) {
        if (limited()) {
            int first = place(key);
            synchronized (stripe(first)) {
                int at = find(key, first, now());
                if (at >= 0 && keys[at] == key) {
                    fullAt[at] -= nanosPerToken;
                }
            }
        }
    }

    /** From 1 on, so that an untouched place is a full bucket's. */
    private long now() {
        return nanoTime.getAsLong() - epoch + 1;
    }

    /** The place of the key's bucket, or else of a full one; negative when there is neither. */
    private int find(long key, int first, long now) {
        int free = -1;
        for (int i = first; i < first + PROBES; i++) {
            if (fullAt[i] > now) {
                if (keys[i] == key) {
                    return i;
                }
            } else if (free < 0) {
                free = i;
            }
        }
        return free;
    }

    /** The probes of a place stay within its run, and a run within its stripe. */
    private static int place(long key) {
        return (int) ((key * GOLDEN) >>> (Long.SIZE - PLACE_BITS)) & -PROBES;
    }

    private Object stripe(int place) {
        return stripes[place / PROBES % STRIPES];
    }
}
