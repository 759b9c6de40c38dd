package io.nightmarket.domain.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Time that only goes forward, and work to be done when some of it has passed. Safe for use by several threads. */
public interface Timers {
    /** Nanoseconds since some fixed moment, unmoved by clocks that are set: only differences mean anything. */
    long nanoTime();

    /** Does the task once, not before the delay has passed; it must not block. */
    Timer after(Duration delay, Runnable task);

    /** Completes after the delay, not before. */
    default CompletionStage<Void> pause(Duration delay) {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        Timer _ = after(delay, () -> passed.complete(null));
        return passed;
    }

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timer {
        /** The task will not begin any more, unless it began already. Repeating it is harmless. */
        void cancel();
    }
}
