package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.QueueCount;

/**
 * By how much what is held of a sale departs from what always holds; 0 where it holds or can't be known for now.
 *
 * @param books units in the database beyond those that were issued
 * @param units units in the queue, free or reserved, beyond those that were issued; or free that are sold
 * @param adjustments that the queue applied beyond those that the stock contains
 */
public record SaleDrift(long books, long units, long adjustments) {
    public static final SaleDrift NONE = new SaleDrift(0, 0, 0);

    /** Orders on their way don't matter; while an adjustment is under way nothing can be known. */
    static SaleDrift between(QueueCount queue, SaleBalance balance) {
        if (balance.isPending()) {
            return NONE;
        }
        long units = queue.units() - balance.sale().issued();
        return new SaleDrift(
                0, units == 0 ? balance.soldAndFree(queue) : units, queue.adjustments() - balance.counted());
    }

    SaleDrift withBooks(long units) {
        return new SaleDrift(units, this.units, adjustments);
    }

    /** How many units the queue is wrong about. */
    public long inQueue() {
        return Math.abs(units) + Math.abs(adjustments);
    }

    /** How many units the database is wrong about. */
    public long inBooks() {
        return Math.abs(books);
    }
}
