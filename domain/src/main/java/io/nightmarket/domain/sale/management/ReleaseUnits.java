package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Releases in the queues what the database has pending: the unit of a rejected order is released, then the pending
 * release is done. A unit that was released already is not released again, so both may be repeated.
 */
public final class ReleaseUnits {
    private static final int MAX_BATCH = 500;

    private final PendingReleases returns;
    private final OrderQueue queue;

    public ReleaseUnits(PendingReleases returns, OrderQueue queue) {
        this.returns = returns;
        this.queue = queue;
    }

    /**
     * Releases all that is pending for a shard. A unit that can't be released holds up no other; the first failure is
     * this call's once all were tried.
     */
    public CompletionStage<Void> release(Shard shard) {
        return release(shard, 0, Optional.empty());
    }

    private CompletionStage<Void> release(Shard shard, long after, Optional<Throwable> earlier) {
        return returns.pending(shard, after, MAX_BATCH)
                .thenCompose(pending -> release(shard, pending).thenCompose(failure -> {
                    Optional<Throwable> first = earlier.or(() -> failure);
                    return pending.size() < MAX_BATCH
                            ? OneByOne.failIfAny(first)
                            : release(shard, pending.getLast().order().value(), first);
                }));
    }

    private CompletionStage<Optional<Throwable>> release(Shard shard, List<Purchase> pending) {
        List<Purchase> released = new ArrayList<>();
        return OneByOne.tryAll(
                        pending, purchase -> queue.release(shard, purchase).thenAccept(_ -> released.add(purchase)))
                .thenCompose(failure -> released.isEmpty()
                        ? CompletableFuture.completedStage(failure)
                        : returns.markReleased(released).thenApply(_ -> failure));
    }
}
