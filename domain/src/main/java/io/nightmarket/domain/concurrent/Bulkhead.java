package io.nightmarket.domain.concurrent;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the concurrent calls to what can't bear more; the next wait in the order of their arrival, and more fail at
 * once. Safe for use by several threads; the name is that of Nygard's "Release It!".
 */
public final class Bulkhead {
    private final int calls;
    private final int room;
    private final ArrayDeque<Runnable> line = new ArrayDeque<>();
    private int underWay;
    private long lastEmpty;
    private boolean admitting;

    /**
     * @param calls the most calls under way
     * @param room the queue's capacity
     */
    public Bulkhead(int calls, int room) {
        if (calls < 1 || room < 0) {
            throw new IllegalArgumentException("a bulkhead lets calls through: " + calls + ", room " + room);
        }
        this.calls = calls;
        this.room = room;
    }

    /** What the work brings, once it was its turn; fails with {@code Unavailable} when too many wait already. */
    public <T> CompletionStage<T> run(Supplier<CompletionStage<T>> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        synchronized (this) {
            if (underWay + line.size() >= calls + room) {
                return CompletableFuture.failedStage(
                        new Unavailable(calls + " calls are under way, " + room + " wait already"));
            }
            line.add(() -> begin(work, outcome));
        }
        admit();
        return outcome;
    }

    /**
     * As {@link #run(Supplier)}, for callers that all wait for up to this time. One that did is rejected when its turn
     * comes; and one that waited for half as long, while the line has not been empty for the whole of that time: or all
     * that is begun would be done when no caller waits for it any more. This is controlled delay as in Maurer: Fail at
     * Scale, ACM Queue 13(8), 2015.
     */
    public <T> CompletionStage<T> run(Supplier<CompletionStage<T>> work, Duration patience, Timers timers) {
        long came = timers.nanoTime();
        noteIfEmpty(came);
        return run(() -> {
            long now = timers.nanoTime();
            return now - came >= allowed(patience.toNanos(), now)
                    ? CompletableFuture.failedStage(new Unavailable("the line is too long"))
                    : work.get();
        });
    }

    private synchronized void noteIfEmpty(long now) {
        if (line.isEmpty()) {
            lastEmpty = now;
        }
    }

    private synchronized long allowed(long patience, long now) {
        return now - lastEmpty > patience ? patience / 2 : patience;
    }

    /** What the work brings, begun at once; nothing, and nothing begun, when it would have to wait. */
    public <T> Optional<CompletionStage<T>> runIfFree(Supplier<CompletionStage<T>> work) {
        synchronized (this) {
            if (underWay == calls || !line.isEmpty()) {
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
            // The line first: it must not idle while the outcome is handed out.
            leave();
            if (failure == null) {
                outcome.complete(value);
            } else {
                outcome.completeExceptionally(DomainFailure.causeOf(failure));
            }
        });
    }

    private void leave() {
        synchronized (this) {
            underWay--;
        }
        admit();
    }

    /**
     * One thread admits at a time, in a loop. Works that end at once come here from within it and go away again: were each
     * to begin the next, the stack would grow with the line.
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
        if (underWay == calls || line.isEmpty()) {
            admitting = false;
            return null;
        }
        underWay++;
        return line.remove();
    }
}
