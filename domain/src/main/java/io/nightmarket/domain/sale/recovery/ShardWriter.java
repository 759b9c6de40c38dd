package io.nightmarket.domain.sale.recovery;

import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LeaderLease.Leadership;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's writer of a shard. The node of a cluster that holds the shard's lease takes over and settles; the others
 * stand by, and one of them takes over when the lease runs out. The lease decides who tries; what a paused holder
 * might still write is stopped by the fencing token of the {@link OrderLedger}.
 */
public final class ShardWriter {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /** Recovery's calls have time-outs of their own, so that it ends. */
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private final SettleOrders orders;
    private final RecoverShard recovery;
    private final Supplier<CompletionStage<Void>> guard;
    private final LeaderLease lease;
    private final Duration renewal;
    private final Timers timers;
    private SettleOrders.@Nullable Run run;
    private long nextCheck;

    /**
     * @param guard fails where the queue is not the database's, which is asked before it is taken over or checked
     * @param lease by which the nodes of a cluster agree on the writer
     * @param renewal how long one iteration may renew the lease; one that hangs longer loses it
     */
    public ShardWriter(
            SettleOrders orders,
            RecoverShard recovery,
            Supplier<CompletionStage<Void>> guard,
            LeaderLease lease,
            Duration renewal,
            Timers timers) {
        this.orders = orders;
        this.recovery = recovery;
        this.guard = guard;
        this.lease = lease;
        this.renewal = renewal;
        this.timers = timers;
    }

    /** The name of the shard's lease. */
    public String key() {
        return lease.key();
    }

    /** What an iteration did. */
    public enum Iteration {
        /** Another node writes; come back after {@link ShardWriter#pause}. */
        STANDBY,
        TOOK_OVER,
        /** The queue had lost its data, or might have; it was made to agree with the database and opened. */
        RECOVERED,
        SETTLED,
        /** No orders waited. */
        IDLE
    }

    /** How long to wait before the next iteration on standby. */
    public Duration pause() {
        return lease.interval();
    }

    /**
     * One iteration; they follow one another. After a failure the writer is given up and the next one takes over again,
     * because only the database knows how far it got. Nothing is lost.
     */
    public CompletionStage<Iteration> iterate() {
        return lease.acquireOrRenew()
                .thenCompose(leadership ->
                        leadership == Leadership.NONE ? giveUpWriter().thenApply(_ -> Iteration.STANDBY) : work())
                .exceptionallyCompose(failure -> {
                    lease.renewNext();
                    return Stages.failAfter(giveUpWriter(), failure);
                });
    }

    /** Gives up writer and lease, so that another may take over at once. Fails as the lock does. */
    public CompletionStage<Void> leave() {
        return giveUpWriter().thenCompose(_ -> lease.release());
    }

    /** The queue is checked in the iteration after a take-over, and about once a second from then on. */
    private CompletionStage<Iteration> work() {
        SettleOrders.Run current = run;
        long now = timers.nanoTime();
        if (current == null) {
            return lease.renewDuring(guard.get().thenCompose(_ -> orders.takeOver()), renewal)
                    .thenApply(taken -> {
                        run = taken;
                        nextCheck = now;
                        return Iteration.TOOK_OVER;
                    })
                    .exceptionallyCompose(failure -> Stages.failAfter(leaveToOthers(now), failure));
        }
        if (now - nextCheck < 0) {
            return settle(current);
        }
        nextCheck = now + CHECK_INTERVAL.toNanos();
        return lease.renewDuring(guard.get().thenCompose(_ -> recovery.keepOpen(current)), NO_LIMIT)
                .thenCompose(
                        reopened -> reopened ? CompletableFuture.completedStage(Iteration.RECOVERED) : settle(current));
    }

    private CompletionStage<Iteration> settle(SettleOrders.Run writer) {
        return lease.renewDuring(writer.step(), renewal)
                .thenApply(settled -> settled > 0 ? Iteration.SETTLED : Iteration.IDLE);
    }

    /**
     * A node that can't reach the database keeps no other from writing. When that took long to find out, the others ask for the
     * lease before this node asks again.
     */
    private CompletionStage<Void> leaveToOthers(long begun) {
        boolean slow = timers.nanoTime() - begun > lease.interval().toNanos();
        return lease.release()
                .thenCompose(_ ->
                        slow ? timers.pause(lease.interval().multipliedBy(2)) : CompletableFuture.completedStage(null));
    }

    private CompletionStage<Void> giveUpWriter() {
        SettleOrders.Run last = run;
        run = null;
        return last == null ? CompletableFuture.completedStage(null) : last.close();
    }
}
