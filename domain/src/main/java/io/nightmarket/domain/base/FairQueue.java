package io.nightmarket.domain.base;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * A queue before a bulkhead that is fair by holder: each has one call in it, and further calls of a holder enter one by one, each
 * behind those of others. How many calls a holder begins is bounded by the caller. Safe for use by several threads.
 */
public final class FairQueue<K> {
    private final Bulkhead calls;
    private final Duration waitTimeout;
    private final Timers timers;
    /** The last call of each holder that has one. */
    private final ConcurrentMap<K, CompletableFuture<?>> last = new ConcurrentHashMap<>();

    /**
     * @param waitTimeout the timeout of a call that entered the bulkhead, as
     *     {@link Bulkhead#run(Supplier, Duration, Timers)} has it
     */
    public FairQueue(Bulkhead calls, Duration waitTimeout, Timers timers) {
        this.calls = calls;
        this.waitTimeout = waitTimeout;
        this.timers = timers;
    }

    /** The outcome of the work, after its wait; fails with {@code Unavailable} when too many holders wait, or for too long. */
    public <T> CompletionStage<T> run(K holder, Supplier<CompletionStage<T>> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        CompletableFuture<?> earlier = last.put(holder, outcome);
        CompletionStage<T> run = earlier == null ? enter(work) : Stages.afterwards(earlier, () -> enter(work));
        var _ = run.whenComplete((value, failure) -> {
            last.remove(holder, outcome);
            Stages.complete(outcome, value, failure);
        });
        return outcome;
    }

    private <T> CompletionStage<T> enter(Supplier<CompletionStage<T>> work) {
        return calls.run(work, waitTimeout, timers);
    }
}
