package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Purchase;
import java.util.List;

/**
 * Some of the buyers of a sale.
 *
 * @param next where the walk goes on; {@link #END} when all were seen
 */
public record BuyerSlice(List<Purchase> buyers, long next) {
    /** Where a walk begins, and where it ends. */
    public static final long END = 0;

    public BuyerSlice {
        buyers = List.copyOf(buyers);
    }
}
