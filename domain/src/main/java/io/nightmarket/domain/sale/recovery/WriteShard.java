package io.nightmarket.domain.sale.recovery;

import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.Hold;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in writing a shard. Of the nodes of a cluster the one that holds the shard's lease takes over and
 * settles; the others stand by, and one of them takes over when the lease runs out. The lease decides who tries; what a
 * paused holder might still write is stopped by the fence of the {@link OrderLedger}.
 */
public final class WriteShard {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /** Recovery's calls have time-outs of their own, so that it ends. */
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private final SettleOrders orders;
    private final RecoverShard opening;
    private final DistributedLock lock;
    private final Lease lease;
    private final LockOptions options;
    private final Timers timers;
    private SettleOrders.@Nullable Run run;
    private @Nullable Hold hold;
    private long renewAt;
    private long nextCheck;

    /**
     * The lease by which the nodes of a cluster agree on the writer.
     *
     * @param length how long after this node's death, or its last turn, another may begin
     * @param renewal how long one turn of settling may renew it; a turn that hangs longer loses it
     */
    public record Lease(String key, Duration length, Duration renewal) {}

    public WriteShard(SettleOrders orders, RecoverShard opening, DistributedLock lock, Lease lease, Timers timers) {
        this.orders = orders;
        this.opening = opening;
        this.lock = lock;
        this.lease = lease;
        this.options = LockOptions.fixed(lease.length());
        this.timers = timers;
    }

    /** The name of the shard's lease. */
    public String key() {
        return lease.key();
    }

    /** What a turn was. */
    public enum Turn {
        /** Another node writes; come back after {@link WriteShard#pause}. */
        STOOD_BY,
        TOOK_OVER,
        /** The queue had lost its data, or might have; it was made to agree with the database and opened. */
        REOPENED,
        SETTLED,
        /** No orders waited. */
        IDLE
    }

    /** How long to wait before the next turn after having stood by. */
    public Duration pause() {
        return options.renewal();
    }

    /**
     * One turn; turns follow one another. After a failure the writer is given up and the next turn takes over again,
     * because only the database knows how far it got. Nothing is lost.
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
            return lock.tryAcquire(lease.key(), options).thenApply(got -> {
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
            // Possibly no node has it: the store of the leases may have lost them all.
            hold = null;
            return keepLease();
        }
        return CompletableFuture.failedStage(cause);
    }

    /** The queue is checked in the turn after a take-over, and about once a second from then on. */
    private CompletionStage<Turn> work() {
        SettleOrders.Run current = run;
        long now = timers.nanoTime();
        if (current == null) {
            return renewing(orders.takeOver(), lease.renewal()).thenApply(taken -> {
                run = taken;
                nextCheck = now;
                return Turn.TOOK_OVER;
            });
        }
        if (now - nextCheck < 0) {
            return settle(current);
        }
        nextCheck = now + CHECK_INTERVAL.toNanos();
        return renewing(opening.keepOpen(current), NO_LIMIT)
                .thenCompose(reopened -> reopened ? CompletableFuture.completedStage(Turn.REOPENED) : settle(current));
    }

    private CompletionStage<Turn> settle(SettleOrders.Run writer) {
        return renewing(writer.step(), lease.renewal()).thenApply(settled -> settled > 0 ? Turn.SETTLED : Turn.IDLE);
    }

    /** Renews the lease while the work lasts, which may be longer than the lease. */
    private <T> CompletionStage<T> renewing(CompletionStage<T> work, Duration limit) {
        CompletableFuture<T> done = work.toCompletableFuture();
        renewUntil(done, timers.nanoTime() + limit.toNanos());
        return done;
    }

    private void renewUntil(CompletableFuture<?> done, long until) {
        if (done.isDone() || timers.nanoTime() - until >= 0) {
            return;
        }
        Timers.Timer timer = timers.after(pause(), () -> {
            Hold current = hold;
            if (!done.isDone() && current != null) {
                current.renew().whenComplete((_, failure) -> {
                    if (failure == null || !(DomainFailure.causeOf(failure) instanceof Conflict)) {
                        renewUntil(done, until);
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
