package io.nightmarket.domain.base;

import io.nightmarket.domain.base.Timers.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Time-outs of stages. */
public final class Deadlines {
    private Deadlines() {}

    /**
     * The outcome of the stage or, after the timeout, this failure. The stage itself goes on; its outcome is dropped
     * then.
     */
    public static <T> CompletionStage<T> within(
            CompletionStage<T> stage,
            Duration timeout,
            Timers timers,
            Supplier<? extends Throwable> failureAfterTimeout) {
        CompletableFuture<T> begun = stage.toCompletableFuture();
        if (begun.isDone()) {
            return begun;
        }
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Timer timer = timers.after(timeout, () -> outcome.completeExceptionally(failureAfterTimeout.get()));
        var _ = begun.whenComplete((value, failure) -> {
            timer.cancel();
            Stages.complete(outcome, value, failure);
        });
        return outcome;
    }
}
