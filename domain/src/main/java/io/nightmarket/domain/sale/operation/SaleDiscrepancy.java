package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleBalance;

/**
 * By how much what is held of a sale departs from what always holds; 0 where it holds or can't be known for now.
 *
 * @param surplus units in the database beyond those that were issued
 * @param units units in the queue, free or reserved, beyond those that were issued; or free that are sold
 * @param adjustments that the queue applied beyond those that the stock contains
 */
public record SaleDiscrepancy(long surplus, long units, long adjustments) {
    public static final SaleDiscrepancy NONE = new SaleDiscrepancy(0, 0, 0);

    /** Orders on their way don't matter; while an adjustment is under way nothing can be known. */
    static SaleDiscrepancy between(QueueCount queue, SaleBalance balance) {
        if (balance.isPending()) {
            return NONE;
        }
        long units = queue.units() - balance.sale().issued();
        return new SaleDiscrepancy(
                0, units == 0 ? balance.soldAndFree(queue) : units, queue.adjustments() - balance.counted());
    }

    SaleDiscrepancy withDatabase(long units) {
        return new SaleDiscrepancy(units, this.units, adjustments);
    }

    /** How many units the queue is wrong about. */
    public long inQueue() {
        return Math.abs(units) + Math.abs(adjustments);
    }

    /** How many units the database is wrong about. */
    public long inDatabase() {
        return Math.abs(surplus);
    }
}
