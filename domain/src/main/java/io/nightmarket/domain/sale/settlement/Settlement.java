package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.Purchase;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outcome of a settling transaction.
 *
 * @param over orders that were settled and ended before: the queue, which had lost data, admitted them again
 */
public record Settlement(List<Purchase> settled, List<Purchase> rejected, List<Purchase> over) {
    public static final Settlement NOTHING = new Settlement(List.of(), List.of());

    public Settlement {
        settled = List.copyOf(settled);
        rejected = List.copyOf(rejected);
        over = List.copyOf(over);
    }

    /** Without orders that ended before. */
    public Settlement(List<Purchase> settled, List<Purchase> rejected) {
        this(settled, rejected, List.of());
    }

    /** Whether buyers wait for it. */
    public boolean decidedAny() {
        return !settled.isEmpty() || !rejected.isEmpty();
    }

    /** The orders whose reservations the queue has to release. */
    public List<Purchase> unsold() {
        return concat(rejected, over);
    }

    /** Both together. */
    public Settlement and(Settlement other) {
        return new Settlement(
                concat(settled, other.settled), concat(rejected, other.rejected), concat(over, other.over));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
