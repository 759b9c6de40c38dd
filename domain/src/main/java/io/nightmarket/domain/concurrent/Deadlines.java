package io.nightmarket.domain.concurrent;

import io.nightmarket.domain.concurrent.Timers.Timer;
import io.nightmarket.domain.failure.DomainFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Bounds of waiting. */
public final class Deadlines {
    private Deadlines() {}

    /**
     * The outcome of the stage or, when that takes longer than {@code limit}, this failure. The stage itself goes on; what
     * it brings then is lost.
     */
    public static <T> CompletionStage<T> within(
            CompletionStage<T> stage, Duration limit, Timers timers, Supplier<? extends Throwable> otherwise) {
        CompletableFuture<T> begun = stage.toCompletableFuture();
        if (begun.isDone()) {
            return begun;
        }
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Timer timer = timers.after(limit, () -> outcome.completeExceptionally(otherwise.get()));
        var _ = begun.whenComplete((value, failure) -> {
            timer.cancel();
            if (failure == null) {
                outcome.complete(value);
            } else {
                outcome.completeExceptionally(DomainFailure.causeOf(failure));
            }
        });
        return outcome;
    }
}
