package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.queue.Admission;

/** The answer to a purchase request. */
public sealed interface PurchaseAnswer {
    /** The queue's answer, for a buyer who does not wait for the database, or who was not accepted. */
    record Answered(Admission admission) implements PurchaseAnswer {}

    /** Accepted, and the database has the order. */
    record Settled(OrderId order) implements PurchaseAnswer {}

    /** Accepted; the database did not have the order in time. It will be settled. */
    record Queued(OrderId order) implements PurchaseAnswer {}

    /** Accepted, then rejected by the database. */
    record Rejected(OrderId order, RejectionReason reason) implements PurchaseAnswer {}
}
