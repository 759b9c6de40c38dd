package io.nightmarket.domain.sale.management;

import java.util.concurrent.CompletionStage;

/** What became of orders that were never settled. */
public interface OrderHistory {
    /**
     * Deletes up to a thousand rejections and lost orders of sales that have left the queue, where they can't be admitted
     * again; answers how many.
     */
    CompletionStage<Integer> prune();
}
