package io.nightmarket.domain.order;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Releases in the queues what the database has pending: the unit of a rejected order is released, then the pending
 * release is done. A unit that was given back already is not given back again, so both may be repeated.
 */
public final class ReturnStock {
    private static final int MOST_AT_ONCE = 500;

    private final StockReturns returns;
    private final OrderQueue queue;

    public ReturnStock(StockReturns returns, OrderQueue queue) {
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
        return returns.owed(shard, after, MOST_AT_ONCE)
                .thenCompose(owed -> pay(shard, owed).thenCompose(failure -> {
                    Optional<Throwable> first = earlier.or(() -> failure);
                    return owed.size() < MOST_AT_ONCE
                            ? OneByOne.failIfAny(first)
                            : pay(shard, owed.getLast().order().value(), first);
                }));
    }

    private CompletionStage<Optional<Throwable>> pay(Shard shard, List<Purchase> owed) {
        List<Purchase> given = new ArrayList<>();
        return OneByOne.tryAll(owed, purchase -> queue.giveBack(shard, purchase).thenAccept(_ -> given.add(purchase)))
                .thenCompose(failure -> given.isEmpty()
                        ? CompletableFuture.completedStage(failure)
                        : returns.markReturned(given).thenApply(_ -> failure));
    }
}
