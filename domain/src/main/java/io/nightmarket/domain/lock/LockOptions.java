package io.nightmarket.domain.lock;

import java.time.Duration;

/**
 * How a lock is asked for and held.
 *
 * @param patience how long to wait for other holders; zero answers at once
 * @param lease how long a holder that died keeps the key
 * @param longest how long the watchdog lengthens the lease, every third of it; a fixed lease is as long as this
 */
public record LockOptions(Duration patience, Duration lease, Duration longest) {
    public static final Duration LONGEST_WAIT = Duration.ofHours(1);
    public static final Duration LONGEST_LEASE = Duration.ofHours(24);

    /** No waiting; a lease of 30 s, kept up for an hour at most. */
    public static final LockOptions USUAL = new LockOptions(Duration.ZERO, Duration.ofSeconds(30), Duration.ofHours(1));

    private static final int RENEWALS_PER_LEASE = 3;

    public LockOptions {
        require(!patience.isNegative(), "a wait can't be negative");
        require(patience.compareTo(LONGEST_WAIT) <= 0, "the wait for a lock is at most " + LONGEST_WAIT);
        require(lease.toMillis() > 0, "a lease lasts a millisecond at least");
        require(longest.compareTo(lease) >= 0, "a hold can't be shorter than its lease");
        require(longest.compareTo(LONGEST_LEASE) <= 0, "a lock is held at most " + LONGEST_LEASE);
    }

    /** A lease that ends by itself after this time, unless the holder renews it. */
    public static LockOptions fixed(Duration lease) {
        return new LockOptions(Duration.ZERO, lease, lease);
    }

    /** A lease kept up by a watchdog, so that it outlives the holder's process for {@code lease} at most. */
    public static LockOptions watched(Duration lease, Duration longest) {
        return new LockOptions(Duration.ZERO, lease, longest);
    }

    public LockOptions waiting(Duration time) {
        return new LockOptions(time, lease, longest);
    }

    public boolean waits() {
        return !patience.isZero();
    }

    /** Whether a watchdog lengthens the lease. */
    public boolean isWatched() {
        return longest.compareTo(lease) > 0;
    }

    /** The time between two renewals. */
    public Duration renewal() {
        return renewal(lease);
    }

    static Duration renewal(Duration lease) {
        return lease.dividedBy(RENEWALS_PER_LEASE);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
