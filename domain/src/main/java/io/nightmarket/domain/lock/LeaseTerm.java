package io.nightmarket.domain.lock;

import java.time.Duration;

/** When a held lease ends and is to be renewed, in the nanoseconds of one clock. For one thread at a time. */
final class LeaseTerm {
    /** Between attempts to renew the rest of a reservation to the full lease. */
    private static final Duration RESERVATION_RENEWAL_INTERVAL = Duration.ofMillis(500);

    private final LockOptions options;
    private final long requestedAt;
    private long leaseEnd;
    /** When the store frees the key at the latest, whatever became of renewals. */
    private long possibleEnd;
    /** Whether the lease is the rest of a reservation: it is renewed once, also without a watchdog. */
    private boolean isReserved;

    /** @param requestedAt when the lease was requested; the store's began later */
    LeaseTerm(LockOptions options, Duration granted, long requestedAt) {
        this.options = options;
        this.requestedAt = requestedAt;
        this.leaseEnd = requestedAt + granted.toNanos();
        this.possibleEnd = leaseEnd;
        this.isReserved = granted.compareTo(options.lease()) < 0;
    }

    boolean isReserved() {
        return isReserved;
    }

    /** Notes that a renewal was sent: it may take effect without being answered. */
    void renewalSent(long sentAt) {
        possibleEnd = later(possibleEnd, sentAt + options.lease().toNanos());
    }

    /** Notes that the store renewed the lease; false when a later renewal was noted before. */
    boolean renewed(long sentAt) {
        long end = sentAt + options.lease().toNanos();
        if (end - leaseEnd <= 0) {
            return false;
        }
        isReserved = false;
        leaseEnd = end;
        possibleEnd = later(possibleEnd, end);
        return true;
    }

    long leaseEnd() {
        return leaseEnd;
    }

    long possibleEnd() {
        return possibleEnd;
    }

    /** When the handle is lost: with a watchdog that is its maximum time, though the store may keep the lease longer. */
    long end() {
        long maximum = requestedAt + options.maxHoldTime().toNanos();
        return options.hasWatchdog() && maximum - leaseEnd < 0 ? maximum : leaseEnd;
    }

    long renewalInterval() {
        return (isReserved ? RESERVATION_RENEWAL_INTERVAL : options.renewalInterval()).toNanos();
    }

    /** The time of the next renewal if it is wanted and this time is before the end; else the end. */
    long nextAction(long renewal) {
        return (options.hasWatchdog() || isReserved) && renewal - end() < 0 ? renewal : end();
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
