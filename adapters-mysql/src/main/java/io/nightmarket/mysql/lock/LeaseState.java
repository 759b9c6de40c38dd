package io.nightmarket.mysql.lock;

import java.time.Duration;

/**
 * The state of a lease's row.
 *
 * @param mine whether it is held by the request
 * @param left of its lease
 * @param length of its lease; zero when that is not known
 * @param awaited whether another waits for it
 */
record LeaseState(boolean mine, long token, Duration left, Duration length, boolean awaited) {
    boolean isHeld() {
        return left.isPositive();
    }

    /** Whether the clock went back since the lease was written. */
    boolean isTooLong() {
        return length.isPositive() && left.compareTo(length) > 0;
    }
}
