package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Pending releases: units of rejected orders that queues have to release. */
public interface StockReturns {
    /**
     * The pending releases of a shard by order, up to this number.
     *
     * @param after only orders with a greater id; 0: all
     */
    CompletionStage<List<Purchase>> owed(Shard shard, long after, int max);

    /** Writes down that the queue was given these back. Repeating it is harmless. */
    CompletionStage<Void> markReturned(List<Purchase> returned);
}
