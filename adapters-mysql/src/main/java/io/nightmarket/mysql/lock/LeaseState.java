package io.nightmarket.mysql.lock;

import java.time.Duration;

/**
 * The state of a lease's row.
 *
 * @param mine whether it is held by the request
 * @param left how much of the lease is left
 * @param ahead whether the lease is of a time that lies ahead
 * @param awaited whether another waits for it
 */
record LeaseState(boolean mine, long token, Duration left, boolean ahead, boolean awaited) {
    boolean isHeld() {
        return left.isPositive();
    }
}
