package io.nightmarket.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Bounded waiting for what only the outside world can bring about. */
final class PollUntil {

    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    private PollUntil() {}

    interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Whether the condition held in time; an interrupt ends the wait early and stays set. */
    static <E extends Exception> boolean until(Condition<E> condition, Duration limit) throws E {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }
}
