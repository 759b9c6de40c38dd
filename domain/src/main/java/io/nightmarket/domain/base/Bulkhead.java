package io.nightmarket.domain.base;

import static io.nightmarket.domain.base.Arguments.require;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent calls: further ones are queued by arrival, and refused when the queue is full. One call of each kind may
 * be under way all the same, so that calls which make calls of another kind don't wait for slots that they hold themselves.
 * Safe for use by several threads; the name is that of Nygard's "Release It!".
 */
public final class Bulkhead {
    private final int maxCalls;
    private final int queueCapacity;
    private final Map<Object, Kind> kinds = new HashMap<>();
    private final QueueDelay delay = new QueueDelay();
    private int underWay;
    private int queued;
    private long arrivals;
    private boolean admitting;

    private record Call(Runnable start, long arrival) {}

    private static final class Kind {
        private final ArrayDeque<Call> queue = new ArrayDeque<>();
        private int underWay;
    }

    /** @param maxCalls under way at once */
    public Bulkhead(int maxCalls, int queueCapacity) {
        require(
                maxCalls > 0 && queueCapacity >= 0,
                "a bulkhead admits calls: " + maxCalls + ", queue capacity " + queueCapacity);
        this.maxCalls = maxCalls;
        this.queueCapacity = queueCapacity;
    }

    /** The outcome of the work, after its wait in the queue; fails with {@code Unavailable} when the queue is full. */
    public <T> CompletionStage<T> run(Supplier<CompletionStage<T>> work) {
        return run(this, work);
    }

    private <T> CompletionStage<T> run(Object kindOfWork, Supplier<CompletionStage<T>> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        synchronized (this) {
            Kind kind = kind(kindOfWork);
            if (underWay + queued >= maxCalls + queueCapacity && kind.underWay > 0) {
                return CompletableFuture.failedStage(Unavailable.overloaded(
                        maxCalls + " calls are under way, and " + queueCapacity + " are queued"));
            }
            queued++;
            kind.queue.add(new Call(() -> begin(kind, work, outcome), arrivals++));
        }
        admit();
        return outcome;
    }

    /**
     * As {@link #run(Supplier)}, for callers that all have this wait timeout. Work that {@link QueueDelay} says was queued
     * for too long is refused.
     */
    public <T> CompletionStage<T> run(Supplier<CompletionStage<T>> work, Duration waitTimeout, Timers timers) {
        return run(this, work, waitTimeout, timers);
    }

    /** As the one above, for work of a kind; there are few kinds. */
    public <T> CompletionStage<T> run(
            Object kind, Supplier<CompletionStage<T>> work, Duration waitTimeout, Timers timers) {
        OptionalLong arrival = arrival(timers);
        return arrival.isEmpty()
                ? run(kind, work)
                : run(
                        kind,
                        () -> isTooLong(arrival.getAsLong(), timers, waitTimeout)
                                ? CompletableFuture.failedStage(Unavailable.overloaded("the queue is too long"))
                                : work.get());
    }

    /** Empty when nothing is in the way: who comes alone is never late, however long all threads stand still. */
    private synchronized OptionalLong arrival(Timers timers) {
        long now = timers.nanoTime();
        if (queued == 0) {
            delay.isEmpty(now);
        }
        return queued == 0 && underWay < maxCalls ? OptionalLong.empty() : OptionalLong.of(now);
    }

    private synchronized boolean isTooLong(long arrival, Timers timers, Duration waitTimeout) {
        return delay.isTooLong(arrival, timers.nanoTime(), waitTimeout.toNanos());
    }

    /** The outcome of the work, which begins at once; nothing, when it would have to be queued. */
    public <T> Optional<CompletionStage<T>> runIfFree(Supplier<CompletionStage<T>> work) {
        Kind kind;
        synchronized (this) {
            if (underWay >= maxCalls || queued > 0) {
                return Optional.empty();
            }
            kind = kind(this);
            count(kind, 1);
        }
        CompletableFuture<T> outcome = new CompletableFuture<>();
        begin(kind, work, outcome);
        return Optional.of(outcome);
    }

    private Kind kind(Object work) {
        return kinds.computeIfAbsent(work, _ -> new Kind());
    }

    private void count(Kind kind, int more) {
        kind.underWay += more;
        underWay += more;
    }

    private <T> void begin(Kind kind, Supplier<CompletionStage<T>> work, CompletableFuture<T> outcome) {
        var _ = Calls.start(work).whenComplete((value, failure) -> {
            // The queue first: it must not idle while the outcome is handed out.
            leave(kind);
            Stages.complete(outcome, value, failure);
        });
    }

    private void leave(Kind kind) {
        synchronized (this) {
            count(kind, -1);
        }
        admit();
    }

    /**
     * One thread admits at a time, in a loop. Work that ends at once comes here from within the loop, and returns: if
     * it began the next one, the stack would grow with the queue.
     */
    private void admit() {
        synchronized (this) {
            if (admitting) {
                return;
            }
            admitting = true;
        }
        for (@Nullable Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    /** The oldest call that may begin. */
    private synchronized @Nullable Runnable next() {
        Optional<Kind> oldest = kinds.values().stream()
                .filter(kind -> !kind.queue.isEmpty() && (underWay < maxCalls || kind.underWay == 0))
                .min(Comparator.comparingLong(kind -> kind.queue.element().arrival()));
        if (oldest.isEmpty()) {
            admitting = false;
            return null;
        }
        queued--;
        count(oldest.get(), 1);
        return oldest.get().queue.remove().start();
    }
}
