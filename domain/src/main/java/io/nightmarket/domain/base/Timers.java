package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A monotonic clock, and tasks that run after a delay. Safe for use by several threads. */
public interface Timers {
    /** Nanoseconds since some fixed moment; only differences mean anything. */
    long nanoTime();

    /** Runs the task once, not before the delay has passed; it must not block. */
    Timer after(Duration delay, Runnable task);

    /** Completes after the delay, not before. */
    default CompletionStage<Void> pause(Duration delay) {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        Timer _ = after(delay, () -> passed.complete(null));
        return passed;
    }

    /** A task that is to run. */
    @FunctionalInterface
    interface Timer {
        /** Keeps the task from running, unless it began already. May be repeated. */
        void cancel();
    }
}
