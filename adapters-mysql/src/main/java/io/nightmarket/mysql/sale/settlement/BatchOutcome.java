package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.VoucherId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A batch on its way through the steps of a settlement: what may still be sold, and what was rejected so far. */
final class BatchOutcome {
    private final List<QueuedOrder> orders;
    private List<QueuedOrder> open;
    private List<QueuedOrder> over = List.of();
    private final Map<QueuedOrder, RejectionReason> rejected = new LinkedHashMap<>();

    BatchOutcome(List<QueuedOrder> orders) {
        this.orders = orders;
        this.open = orders;
    }

    /** What was neither dropped nor rejected, in the order of the stream. */
    List<QueuedOrder> open() {
        return open;
    }

    /** By voucher in ascending order, in which all transactions lock stocks. */
    SortedMap<VoucherId, List<QueuedOrder>> openBySale() {
        SortedMap<VoucherId, List<QueuedOrder>> bySale = new TreeMap<>(Comparator.comparingLong(VoucherId::value));
        open.forEach(order ->
                bySale.computeIfAbsent(order.voucher(), _ -> new ArrayList<>()).add(order));
        return bySale;
    }

    Map<QueuedOrder, RejectionReason> rejected() {
        return rejected;
    }

    /** Orders that were settled and ended before. */
    List<QueuedOrder> over() {
        return over;
    }

    /**
     * Takes orders out that the database holds already.
     *
     * @param ended those of them that are over
     */
    void drop(Predicate<QueuedOrder> known, Predicate<QueuedOrder> ended) {
        over = open.stream().filter(known.and(ended)).toList();
        drop(known);
    }

    private void drop(Predicate<QueuedOrder> known) {
        open = open.stream().filter(known.negate()).toList();
    }

    void rejectAll(Predicate<QueuedOrder> refused, RejectionReason reason) {
        open.stream().filter(refused).forEach(order -> rejected.put(order, reason));
        drop(refused);
    }

    void reject(QueuedOrder order, RejectionReason reason) {
        rejectAll(order::equals, reason);
    }

    /** All lists in the order of the stream. */
    Settlement settlement() {
        return new Settlement(
                purchases(open.stream()),
                purchases(orders.stream().filter(rejected::containsKey)),
                purchases(over.stream()));
    }

    private static List<Purchase> purchases(Stream<QueuedOrder> orders) {
        return orders.map(QueuedOrder::purchase).toList();
    }
}
