package io.nightmarket.domain.sale.operation;

import java.util.concurrent.CompletionStage;

/** Orders that were never settled: rejected or lost. */
public interface UnsettledOrders {
    /**
     * Deletes up to a thousand rejections and as many lost orders of a sale that has left the queue, where they can't be
     * admitted again; answers how many, 0 when no such sale has any.
     */
    CompletionStage<Integer> prune();
}
