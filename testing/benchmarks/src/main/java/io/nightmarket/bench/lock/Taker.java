package io.nightmarket.bench.lock;

import io.nightmarket.bench.lock.LockNode.Taken;
import io.nightmarket.domain.concurrent.Calls;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes a key and releases it again and again, until the time is up. */
final class Taker {
    /** However slow: between two holds is a time without a holder. */
    private static final int LEAST = 2;

    private final LockNode node;
    private final String key;
    private final Duration patience;
    private final GuardedCounter counter;
    private final long end;
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private long holds;

    /** @param end by {@link System#nanoTime} */
    Taker(LockNode node, String key, Duration patience, GuardedCounter counter, long end) {
        this.node = node;
        this.key = key;
        this.patience = patience;
        this.counter = counter;
        this.end = end;
    }

    /** Answers how often it held the key. Fails when a call does, or when it did not get the key in its time. */
    CompletableFuture<Long> run() {
        node.start(this::take);
        return done;
    }

    private void take() {
        if (holds >= LEAST && System.nanoTime() - end >= 0) {
            done.complete(holds);
            return;
        }
        var _ = Calls.start(() -> node.take(key, patience)).whenComplete((taken, failure) -> {
            if (failure == null) {
                hold(taken);
            } else {
                done.completeExceptionally(failure);
            }
        });
    }

    private void hold(Optional<Taken> taken) {
        if (taken.isEmpty()) {
            done.completeExceptionally(new IllegalStateException(key + " was not got within " + patience));
            return;
        }
        long seen = counter.enter(taken.get().token());
        holds++;
        counter.leave(seen);
        var _ = Calls.start(taken.get()::release).whenComplete((_, failure) -> {
            if (failure == null) {
                take();
            } else {
                done.completeExceptionally(failure);
            }
        });
    }
}
