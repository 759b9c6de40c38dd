package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Pending releases: units of rejected, cancelled and refunded orders that queues have to release. */
public interface PendingReleases {
    /**
     * The pending releases of a shard by order, up to this number.
     *
     * @param after only orders with a greater id; 0: all
     */
    CompletionStage<List<Purchase>> pending(Shard shard, long after, int max);

    /** Writes down that the queue released these. Repeating it is harmless. */
    CompletionStage<Void> markReleased(List<Purchase> released);

    /** Forgets some that were released longer ago than this; answers how many. */
    CompletionStage<Integer> prune(Duration age);
}
