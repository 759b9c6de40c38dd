package io.nightmarket.domain.lock;

import static io.nightmarket.domain.base.Arguments.require;

import java.time.Duration;

/**
 * How a lock is acquired and held.
 *
 * @param waitTimeout how long to wait for other holders; zero: not at all
 * @param lease how long a holder that died keeps the key
 * @param maxHoldTime how long a watchdog renews the lease, every third of it; equal to the lease: there is no watchdog
 */
public record LockOptions(Duration waitTimeout, Duration lease, Duration maxHoldTime) {
    public static final Duration MAX_WAIT_TIMEOUT = Duration.ofHours(1);
    public static final Duration MAX_HOLD_TIME = Duration.ofHours(24);

    private static final String TOO_LONG_A_WAIT = "the wait for a lock is at most " + MAX_WAIT_TIMEOUT;
    private static final String TOO_LONG_A_HOLD = "a lock is held at most " + MAX_HOLD_TIME;

    /** No waiting; a lease of 30 s, renewed for an hour at most. */
    public static final LockOptions DEFAULT =
            new LockOptions(Duration.ZERO, Duration.ofSeconds(30), Duration.ofHours(1));

    private static final int RENEWALS_PER_LEASE = 3;

    public LockOptions {
        require(!waitTimeout.isNegative(), "a wait can't be negative");
        require(waitTimeout.compareTo(MAX_WAIT_TIMEOUT) <= 0, TOO_LONG_A_WAIT);
        require(lease.toMillis() > 0, "a lease lasts a millisecond at least");
        require(maxHoldTime.compareTo(lease) >= 0, "a lock is held for its lease at least");
        require(maxHoldTime.compareTo(MAX_HOLD_TIME) <= 0, TOO_LONG_A_HOLD);
    }

    /** A lease that ends by itself after this time, unless the holder renews it. */
    public static LockOptions fixed(Duration lease) {
        return new LockOptions(Duration.ZERO, lease, lease);
    }

    /** A lease that a watchdog renews, so that it outlives the holder's process for {@code lease} at most. */
    public static LockOptions watched(Duration lease, Duration maxHoldTime) {
        return new LockOptions(Duration.ZERO, lease, maxHoldTime);
    }

    /** These options, with this timeout for the wait. */
    public LockOptions waiting(Duration timeout) {
        return new LockOptions(timeout, lease, maxHoldTime);
    }

    public boolean waits() {
        return !waitTimeout.isZero();
    }

    /** Whether a watchdog renews the lease. */
    public boolean hasWatchdog() {
        return maxHoldTime.compareTo(lease) > 0;
    }

    /** The time between two renewals. */
    public Duration renewalInterval() {
        return lease.dividedBy(RENEWALS_PER_LEASE);
    }
}
