package io.nightmarket.domain.order;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in writing a shard. Of the nodes of a cluster the one that holds the shard's lease takes over and
 * settles; the others stand by, and one of them takes over when the lease runs out. The lease decides who tries; what a
 * paused holder might still write is stopped by the fence of the {@link OrderBooks}.
 */
public final class WriteShard {
    private static final int RENEWALS_PER_LEASE = 3;

    private final SettleOrders orders;
    private final DistributedLock lock;
    private final DistributedLock.Hold hold;
    private final Duration lease;
    private final LongSupplier nanoTime;
    private OrderBooks.@Nullable Writer writer;
    /** When the lease was last asked for and got; null when it must be asked for anew. */
    private @Nullable Long heldAt;

    /**
     * @param lease so long after this node's death another may begin
     * @param nanoTime a clock that nobody sets, as {@link System#nanoTime} is: one set back would put off the renewals
     */
    public WriteShard(
            SettleOrders orders,
            DistributedLock lock,
            DistributedLock.Hold hold,
            Duration lease,
            LongSupplier nanoTime) {
        this.orders = orders;
        this.lock = lock;
        this.hold = hold;
        this.lease = lease;
        this.nanoTime = nanoTime;
    }

    /** What a turn was. */
    public enum Turn {
        /** Another node writes; come back after {@link WriteShard#pause}. */
        STOOD_BY,
        TOOK_OVER,
        SETTLED
    }

    /** How long to wait before the next turn after having stood by. */
    public Duration pause() {
        return lease.dividedBy(RENEWALS_PER_LEASE);
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
        heldAt = null;
        return giveUpWriter().thenCompose(_ -> lock.release(hold)).thenAccept(_ -> {});
    }

    /** A failure may mean that another took over: the lease is not trusted until it was asked for again. */
    private CompletionStage<Void> askAnew() {
        heldAt = null;
        return giveUpWriter();
    }

    private CompletionStage<Boolean> keepLease() {
        long now = nanoTime.getAsLong();
        Long since = heldAt;
        if (since != null && now - since < pause().toNanos()) {
            return CompletableFuture.completedStage(true);
        }
        return lock.hold(hold, lease).thenApply(mine -> {
            heldAt = mine ? now : null;
            return mine;
        });
    }

    private CompletionStage<Turn> work() {
        OrderBooks.Writer current = writer;
        if (current == null) {
            return orders.takeOver().thenApply(taken -> {
                writer = taken;
                return Turn.TOOK_OVER;
            });
        }
        return orders.step(current).thenApply(_ -> Turn.SETTLED);
    }

    private CompletionStage<Void> giveUpWriter() {
        OrderBooks.Writer last = writer;
        writer = null;
        return last == null ? CompletableFuture.completedStage(null) : last.close();
    }
}
