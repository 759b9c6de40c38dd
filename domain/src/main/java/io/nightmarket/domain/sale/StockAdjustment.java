package io.nightmarket.domain.sale;

import io.nightmarket.domain.shop.VoucherId;

/**
 * A change of the units that a sale has, under way between database and queue.
 *
 * @param id names it to the queue; positive
 * @param name its operator's name for it, no two of a sale alike
 * @param units more, or fewer when negative; never 0
 */
public record StockAdjustment(long id, Shard shard, VoucherId voucher, String name, long units, State state) {
    /** How far it has come. */
    public enum State {
        /** Written down; the queue may or may not have it. */
        PENDING,
        /** Database and queue have it. */
        DONE,
        /** The units to be taken away were taken by buyers. */
        REFUSED
    }
}
