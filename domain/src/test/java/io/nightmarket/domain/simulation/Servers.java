package io.nightmarket.domain.simulation;

import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import java.util.List;
import java.util.Set;

/** What the nodes of a cluster share. */
public record Servers(
        WholeQueue queue,
        OrderLedger ledger,
        OrderRepository orders,
        FlashSaleRepository sales,
        StockAdjustments adjustments,
        SaleChanges changes,
        PendingReleases returns,
        DeadLetters letters,
        OrderTransitions transitions,
        PaymentLedger payments,
        Refunds refunds,
        LatePayments latePayments,
        LeaseStore leases,
        IdSegments segments) {
    /** The ports of the database. */
    static final Set<String> DATABASE = Set.of(
            "ledger",
            "orders",
            "sales",
            "adjustments",
            "changes",
            "returns",
            "letters",
            "transitions",
            "payments",
            "refunds",
            "latePayments");

    /** All ports that a node may be cut off from, server by server. */
    static final List<Set<String>> ALL = List.of(DATABASE, Set.of("queue"), Set.of("leases"));

    /** These servers, but for those that tests watch. */
    Servers with(
            WholeQueue otherQueue, OrderLedger otherLedger, FlashSaleRepository otherSales, LeaseStore otherLeases) {
        return new Servers(
                otherQueue,
                otherLedger,
                orders,
                otherSales,
                adjustments,
                changes,
                returns,
                letters,
                transitions,
                payments,
                refunds,
                latePayments,
                otherLeases,
                segments);
    }

    /** These servers, as a process sees them. */
    Servers seenBy(Life process, String name, Wire wire) {
        return new Servers(
                wire.connect(WholeQueue.class, queue, process, name + " queue"),
                wire.connect(OrderLedger.class, ledger, process, name + " ledger"),
                wire.connect(OrderRepository.class, orders, process, name + " orders"),
                wire.connect(FlashSaleRepository.class, sales, process, name + " sales"),
                wire.connect(StockAdjustments.class, adjustments, process, name + " adjustments"),
                wire.connect(SaleChanges.class, changes, process, name + " changes"),
                wire.connect(PendingReleases.class, returns, process, name + " returns"),
                wire.connect(DeadLetters.class, letters, process, name + " letters"),
                wire.connect(OrderTransitions.class, transitions, process, name + " transitions"),
                wire.connect(PaymentLedger.class, payments, process, name + " payments"),
                wire.connect(Refunds.class, refunds, process, name + " refunds"),
                wire.connect(LatePayments.class, latePayments, process, name + " latePayments"),
                wire.connect(LeaseStore.class, leases, process, name + " leases"),
                wire.connect(IdSegments.class, segments, process, name + " ids"));
    }
}
