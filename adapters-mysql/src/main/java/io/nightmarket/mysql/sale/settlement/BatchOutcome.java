package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.voucher.VoucherId;
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

    /** Takes orders out that the database holds already. */
    void drop(Predicate<QueuedOrder> known) {
        open = open.stream().filter(known.negate()).toList();
    }

    void rejectAll(Predicate<QueuedOrder> refused, RejectionReason reason) {
        open.stream().filter(refused).forEach(order -> rejected.put(order, reason));
        drop(refused);
    }

    void reject(QueuedOrder order, RejectionReason reason) {
        rejectAll(order::equals, reason);
    }

    /** Both lists in the order of the stream. */
    Settlement settlement() {
        return new Settlement(
                purchases(open.stream()), purchases(orders.stream().filter(rejected::containsKey)));
    }

    private static List<Purchase> purchases(Stream<QueuedOrder> orders) {
        return orders.map(QueuedOrder::purchase).toList();
    }
}
