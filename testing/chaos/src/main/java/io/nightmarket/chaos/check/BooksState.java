package io.nightmarket.chaos.check;

import java.util.List;
import java.util.Map;

/**
 * What MySQL has of a sale.
 *
 * @param claims user to order
 * @param rejections by order, those of lost orders included
 * @param owed units that MySQL owes the queue
 */
public record BooksState(
        long issued, long stock, List<Row> rows, Map<Long, Long> claims, Map<Long, Rejection> rejections, long owed) {
    public BooksState {
        rows = List.copyOf(rows);
        claims = Map.copyOf(claims);
        rejections = Map.copyOf(rejections);
    }

    /** A live order. */
    public record Row(long order, long buyer) {}

    /** An order that was accepted, and then refused by the books or lost with its queue. */
    public record Rejection(long buyer, String reason) {}
}
