package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Releases in the queues what the database has pending: the units of rejected, cancelled and refunded orders. A pending
 * release is done once the queue of the current epoch holds the sale without this reservation, or the sale is over. All
 * of it may be repeated.
 */
public final class ReleaseUnits {
    private static final int MAX_BATCH = 500;
    private static final int MAX_CALLS = 64;
    /** More than one, so that a call that hangs does not hold up the others. */
    private static final int MARK_CALLS = 16;

    private static final int MAX_MARKS = 100_000;

    private final PendingReleases releases;
    private final OrderQueue queue;
    private final Epochs epochs;
    private final PrepareSales sales;
    private final GroupCommit<Purchase, Purchase> marks;

    public ReleaseUnits(PendingReleases releases, OrderQueue queue, Epochs epochs, PrepareSales sales) {
        this.releases = releases;
        this.queue = queue;
        this.epochs = epochs;
        this.sales = sales;
        this.marks = new GroupCommit<>(
                done -> releases.markReleased(done).thenApply(_ -> done), MARK_CALLS, MAX_BATCH, MAX_MARKS);
    }

    /**
     * Releases all that is pending for a shard. A unit that can't be released holds up no other; the first failure is
     * this call's once all were tried.
     */
    public CompletionStage<Void> release(Shard shard) {
        return release(shard, 0, Optional.empty());
    }

    /** Releases one unit that is pending. Fails as the queue does; then it stays pending. Many at once are marked together. */
    public CompletionStage<Void> release(Shard shard, Purchase purchase) {
        return releaseInQueue(shard, purchase)
                .thenCompose(released -> released ? marks.submit(purchase) : CompletableFuture.completedStage(purchase))
                .thenAccept(_ -> {});
    }

    /** Releases units that are pending, as {@link #release(Shard)} does. */
    public CompletionStage<Void> release(Shard shard, List<Purchase> pending) {
        return tryAll(shard, pending).thenCompose(OneByOne::failIfAny);
    }

    private CompletionStage<Void> release(Shard shard, long after, Optional<Throwable> earlier) {
        return releases.pending(shard, after, MAX_BATCH)
                .thenCompose(pending -> tryAll(shard, pending).thenCompose(failure -> {
                    Optional<Throwable> first = earlier.or(() -> failure);
                    return pending.size() < MAX_BATCH
                            ? OneByOne.failIfAny(first)
                            : release(shard, pending.getLast().order().value(), first);
                }));
    }

    private CompletionStage<Optional<Throwable>> tryAll(Shard shard, List<Purchase> pending) {
        Queue<Purchase> done = new ConcurrentLinkedQueue<>();
        return OneByOne.tryAll(
                        MAX_CALLS,
                        pending,
                        purchase -> releaseInQueue(shard, purchase).thenAccept(released -> {
                            if (released) {
                                done.add(purchase);
                            }
                        }))
                .thenCompose(failure -> done.isEmpty()
                        ? CompletableFuture.completedStage(failure)
                        : releases.markReleased(List.copyOf(done)).thenApply(_ -> failure));
    }

    /**
     * Whether nothing is left to release. A sale that the queue lacks is loaded: a load that is under way may have read this
     * order as a live one.
     */
    private CompletionStage<Boolean> releaseInQueue(Shard shard, Purchase purchase) {
        return sales.withSale(
                        purchase.voucher(),
                        () -> call(shard, purchase),
                        release -> release == Release.NO_SUCH_SALE,
                        (_, _) -> Release.NOT_RESERVED)
                .thenApply(release -> release != Release.NO_SUCH_SALE);
    }

    private CompletionStage<Release> call(Shard shard, Purchase purchase) {
        return epochs.call(shard, epoch -> queue.release(epoch, purchase));
    }
}
