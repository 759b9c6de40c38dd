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
 * release is done. A unit that was given back already is not given back again, so both may be repeated.
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
     * Pays all that the queue of a shard is owed. A unit that can't be given back holds up no other; the first failure is
     * this call's once all were tried.
     */
    public CompletionStage<Void> pay(Shard shard) {
        return pay(shard, 0, Optional.empty());
    }

    private CompletionStage<Void> pay(Shard shard, long after, Optional<Throwable> earlier) {
        return returns.owed(shard, after, MAX_BATCH)
                .thenCompose(owed -> pay(shard, owed).thenCompose(failure -> {
                    Optional<Throwable> first = earlier.or(() -> failure);
                    return owed.size() < MAX_BATCH
                            ? OneByOne.failIfAny(first)
                            : pay(shard, owed.getLast().order().value(), first);
                }));
    }

    private CompletionStage<Optional<Throwable>> pay(Shard shard, List<Purchase> owed) {
        List<Purchase> given = new ArrayList<>();
        return OneByOne.tryAll(owed, purchase -> queue.release(shard, purchase).thenAccept(_ -> given.add(purchase)))
                .thenCompose(failure -> given.isEmpty()
                        ? CompletableFuture.completedStage(failure)
                        : returns.markReleased(given).thenApply(_ -> failure));
    }
}
