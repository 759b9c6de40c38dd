package io.nightmarket.domain.concurrent;

import static io.nightmarket.domain.failure.Arguments.require;

import io.nightmarket.domain.failure.Unavailable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent calls: further ones are queued by arrival, and rejected when the queue is full. Safe for use by several
 * threads; the name is that of Nygard's "Release It!".
 */
public final class Bulkhead {
    private final int maxCalls;
    private final int queueCapacity;
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private int underWay;
    private long lastEmpty;
    private boolean admitting;

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
        CompletableFuture<T> outcome = new CompletableFuture<>();
        synchronized (this) {
            if (underWay + queue.size() >= maxCalls + queueCapacity) {
                return CompletableFuture.failedStage(
                        new Unavailable(maxCalls + " calls are under way, and " + queueCapacity + " are queued"));
            }
            queue.add(() -> begin(work, outcome));
        }
        admit();
        return outcome;
    }

    /**
     * As {@link #run(Supplier)}, for callers that all have this wait timeout. Work that was queued for longer is rejected;
     * and for half of it, while the queue has not been empty for the whole of that time: otherwise all work would begin so
     * late that no caller waits for its end. This is controlled delay as in Maurer: Fail at Scale, ACM Queue 13(8), 2015.
     */
    public <T> CompletionStage<T> run(Supplier<CompletionStage<T>> work, Duration waitTimeout, Timers timers) {
        long arrival = timers.nanoTime();
        noteIfEmpty(arrival);
        return run(() -> {
            long now = timers.nanoTime();
            return now - arrival >= allowed(waitTimeout.toNanos(), now)
                    ? CompletableFuture.failedStage(new Unavailable("the queue is too long"))
                    : work.get();
        });
    }

    private synchronized void noteIfEmpty(long now) {
        if (queue.isEmpty()) {
            lastEmpty = now;
        }
    }

    private synchronized long allowed(long waitTimeout, long now) {
        return now - lastEmpty > waitTimeout ? waitTimeout / 2 : waitTimeout;
    }

    /** The outcome of the work, which begins at once; nothing, when it would have to be queued. */
    public <T> Optional<CompletionStage<T>> runIfFree(Supplier<CompletionStage<T>> work) {
        synchronized (this) {
            if (underWay == maxCalls || !queue.isEmpty()) {
                return Optional.empty();
            }
            underWay++;
        }
        CompletableFuture<T> outcome = new CompletableFuture<>();
        begin(work, outcome);
        return Optional.of(outcome);
    }

    private <T> void begin(Supplier<CompletionStage<T>> work, CompletableFuture<T> outcome) {
        var _ = Calls.start(work).whenComplete((value, failure) -> {
            // The queue first: it must not idle while the outcome is handed out.
            leave();
            Stages.complete(outcome, value, failure);
        });
    }

    private void leave() {
        synchronized (this) {
            underWay--;
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

    private synchronized @Nullable Runnable next() {
        if (underWay == maxCalls || queue.isEmpty()) {
            admitting = false;
            return null;
        }
        underWay++;
        return queue.remove();
    }
}
