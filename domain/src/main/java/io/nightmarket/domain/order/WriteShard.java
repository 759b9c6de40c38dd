package io.nightmarket.domain.order;

import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.flashsale.ReopenShard;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.Hold;
import io.nightmarket.domain.lock.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in writing a shard. Of the nodes of a cluster the one that holds the shard's lease takes over and
 * settles; the others stand by, and one of them takes over when the lease runs out. The lease decides who tries; what a
 * paused holder might still write is stopped by the fence of the {@link OrderBooks}.
 */
public final class WriteShard {
    private final SettleOrders orders;
    private final ReopenShard opening;
    private final DistributedLock lock;
    private final String key;
    private final LockOptions options;
    private final Timers timers;
    private SettleOrders.@Nullable Run run;
    private @Nullable Hold hold;
    private long renewAt;
    private boolean idle;

    /**
     * @param key of the shard's lease
     * @param lease so long after this node's death, or its last turn, another may begin
     */
    public WriteShard(
            SettleOrders orders, ReopenShard opening, DistributedLock lock, String key, Duration lease, Timers timers) {
        this.orders = orders;
        this.opening = opening;
        this.lock = lock;
        this.key = key;
        this.options = LockOptions.fixed(lease);
        this.timers = timers;
    }

    /** The name of the shard's lease. */
    public String key() {
        return key;
    }

    /** What a turn was. */
    public enum Turn {
        /** Another node writes; come back after {@link WriteShard#pause}. */
        STOOD_BY,
        TOOK_OVER,
        /** The queue had lost its data, or might have; it was made to agree with the books and opened. */
        REOPENED,
        SETTLED
    }

    /** How long to wait before the next turn after having stood by. */
    public Duration pause() {
        return options.renewal();
    }

    /**
     * One turn; turns follow one another. After a failure the writer is given up and the next turn takes over anew,
     * because only the books know how far they got. Nothing is lost.
     */
    public CompletionStage<Turn> turn() {
        return keepLease()
                .thenCompose(mine -> mine ? work() : giveUpWriter().thenApply(_ -> Turn.STOOD_BY))
                .exceptionallyCompose(failure ->
                        askAnew().thenCompose(_ -> CompletableFuture.failedStage(DomainFailure.causeOf(failure))));
    }

    /** Gives up writer and lease, so that another may take over at once. Fails as the lock does. */
    public CompletionStage<Void> leave() {
        Hold last = hold;
        hold = null;
        return giveUpWriter()
                .thenCompose(_ -> last == null ? CompletableFuture.completedStage(null) : last.release())
                .exceptionallyCompose(WriteShard::unlessLostAlready);
    }

    private static CompletionStage<Void> unlessLostAlready(Throwable failure) {
        Throwable cause = DomainFailure.causeOf(failure);
        return cause instanceof Conflict
                ? CompletableFuture.completedStage(null)
                : CompletableFuture.failedStage(cause);
    }

    /** A failure may mean that another took over: the lease is not trusted until it was asked for again. */
    private CompletionStage<Void> askAnew() {
        renewAt = timers.nanoTime();
        return giveUpWriter();
    }

    /** The lease is kept by turns: a writer that makes none must lose it. */
    private CompletionStage<Boolean> keepLease() {
        Hold current = hold;
        long now = timers.nanoTime();
        if (current == null) {
            return lock.tryAcquire(key, options).thenApply(got -> {
                hold = got.orElse(null);
                renewAt = now + pause().toNanos();
                return got.isPresent();
            });
        }
        if (now - renewAt < 0) {
            return CompletableFuture.completedStage(true);
        }
        return current.renew()
                .thenApply(_ -> {
                    renewAt = now + pause().toNanos();
                    return true;
                })
                .exceptionallyCompose(this::standByIfLost);
    }

    private CompletionStage<Boolean> standByIfLost(Throwable failure) {
        Throwable cause = DomainFailure.causeOf(failure);
        if (cause instanceof Conflict) {
            // Nobody may have it: the store of the leases may have lost them all.
            hold = null;
            return keepLease();
        }
        return CompletableFuture.failedStage(cause);
    }

    /** Whoever took over looks at the queue in the turn after. */
    private CompletionStage<Turn> work() {
        SettleOrders.Run current = run;
        if (current == null) {
            return orders.takeOver().thenApply(taken -> {
                run = taken;
                idle = true;
                return Turn.TOOK_OVER;
            });
        }
        if (idle) {
            idle = false;
            return renewing(opening.keepOpen(current))
                    .thenCompose(
                            reopened -> reopened ? CompletableFuture.completedStage(Turn.REOPENED) : settle(current));
        }
        return settle(current);
    }

    /** A queue that lost its data has nothing to settle; so one that has is not asked. */
    private CompletionStage<Turn> settle(SettleOrders.Run writer) {
        return writer.step().thenApply(settled -> {
            idle = settled == 0;
            return Turn.SETTLED;
        });
    }

    /** Reopening is one turn, which may take longer than the lease; its calls have time-outs, so that it ends. */
    private <T> CompletionStage<T> renewing(CompletionStage<T> work) {
        CompletableFuture<T> done = work.toCompletableFuture();
        renewUntil(done);
        return done;
    }

    private void renewUntil(CompletableFuture<?> done) {
        Timers.Timer timer = timers.after(pause(), () -> {
            Hold current = hold;
            if (!done.isDone() && current != null) {
                current.renew().whenComplete((_, failure) -> {
                    if (failure == null || !(DomainFailure.causeOf(failure) instanceof Conflict)) {
                        renewUntil(done);
                    }
                });
            }
        });
        var _ = done.whenComplete((_, _) -> timer.cancel());
    }

    private CompletionStage<Void> giveUpWriter() {
        SettleOrders.Run last = run;
        run = null;
        return last == null ? CompletableFuture.completedStage(null) : last.close();
    }
}
