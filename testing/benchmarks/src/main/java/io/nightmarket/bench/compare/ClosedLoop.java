package io.nightmarket.bench.compare;

import io.nightmarket.domain.base.Calls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Callers who call again as soon as they have their answer, until enough calls are made or the time is up. Its state
 * belongs to the thread of the answers. Fails when a call does.
 *
 * @param <T> what is answered
 */
final class ClosedLoop<T> {
    private final Executor thread;
    private final Supplier<CompletionStage<T>> call;
    private final Consumer<T> answers;
    private final int min;
    private final int max;
    private final long end;
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private int callers;
    private int called;
    private long answered;

    /**
     * Not started yet.
     *
     * @param thread where callers go on
     * @param min calls, however slow
     * @param max calls
     * @param end by {@link System#nanoTime}
     */
    ClosedLoop(Executor thread, Supplier<CompletionStage<T>> call, Consumer<T> answers, int min, int max, long end) {
        this.thread = thread;
        this.call = call;
        this.answers = answers;
        this.min = min;
        this.max = max;
        this.end = end;
    }

    /** Makes the first calls from a thread; completes with the number of answers. */
    CompletableFuture<Long> start(Executor first, int count) {
        first.execute(() -> {
            callers = count;
            for (int i = 0; i < count; i++) {
                goOn(true);
            }
        });
        return done;
    }

    /**
     * Calls again and again while answers come at once, and goes on when a later one has come.
     *
     * @param waited whether the last answer came later; the clock is not asked after each that came at once
     */
    private void goOn(boolean waited) {
        boolean look = waited;
        while (called < max && (called < min || !look || System.nanoTime() - end < 0)) {
            called++;
            look = called % 64 == 0;
            CompletableFuture<T> answer = Calls.start(call).toCompletableFuture();
            if (answer.state() != CompletableFuture.State.SUCCESS) {
                var _ = answer.thenAcceptAsync(
                                late -> {
                                    take(late);
                                    goOn(true);
                                },
                                thread)
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                done.completeExceptionally(failure);
                            }
                        });
                return;
            }
            take(answer.resultNow());
        }
        if (--callers == 0) {
            done.complete(answered);
        }
    }

    private void take(T answer) {
        answers.accept(answer);
        answered++;
    }
}
