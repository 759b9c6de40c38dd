package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.Purchase;
import java.util.List;
import java.util.stream.Stream;

/** The outcome of a settling transaction. */
public record Settlement(List<Purchase> settled, List<Purchase> rejected) {
    public static final Settlement NOTHING = new Settlement(List.of(), List.of());

    public Settlement {
        settled = List.copyOf(settled);
        rejected = List.copyOf(rejected);
    }

    /** Both together. */
    public Settlement and(Settlement other) {
        return new Settlement(concat(settled, other.settled), concat(rejected, other.rejected));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
