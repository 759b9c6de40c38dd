package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.QueueCount;

/**
 * What the books hold of a sale, counted at one moment.
 *
 * @param claims rights that are used up
 * @param adjustments of the stock that the sale's stock contains
 * @param pending adjustments that are under way
 * @param owed units of refused orders that the queue was not given back yet, as far as is written down
 * @param lost orders that were written down as lost
 */
public record SaleCount(FlashSale sale, long claims, long adjustments, long pending, long owed, long lost) {
    /** Whether the queue holds the sale as the books do. */
    boolean agreesWith(QueueCount queue) {
        return sale.stock() == queue.free() && claims == queue.buyers() && adjustments == queue.adjustments();
    }

    /** The units there are, sold or not: what was issued, unless the books contradict themselves. */
    public long units() {
        return sale.stock() + claims;
    }
}
