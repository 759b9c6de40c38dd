package io.nightmarket.domain.sale;

import java.util.Set;

/**
 * A sale as the database has it, but for its reservations, which may be many.
 *
 * @param deadLetters how many orders are neither settled nor refused and keep their unit
 * @param adjustments the ids of the stock adjustments that the sale's stock contains
 */
public record SaleSnapshot(FlashSale sale, long deadLetters, Set<Long> adjustments) {
    public SaleSnapshot {
        adjustments = Set.copyOf(adjustments);
    }

    /** Units that are neither sold nor reserved. */
    public long available() {
        return sale.stock() - deadLetters;
    }
}
