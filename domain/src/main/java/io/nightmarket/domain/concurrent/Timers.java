package io.nightmarket.domain.concurrent;

import java.time.Duration;

/** Time that only goes forward, and work to be done when some of it has passed. Safe for use by several threads. */
public interface Timers {
    /** Nanoseconds since some fixed moment, unmoved by clocks that are set: only differences mean anything. */
    long nanoTime();

    /** Does the task once, not before the delay has passed; it must not block. */
    Timer after(Duration delay, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timer {
        /** The task will not begin any more, unless it began already. Repeating it is harmless. */
        void cancel();
    }
}
