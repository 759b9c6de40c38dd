package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.RejectionReason;

/** What a buyer who clicked is told. */
public sealed interface Placement {
    /** The queue's answer, for a buyer who does not wait for the books, or who was not accepted. */
    record Answered(Admission admission) implements Placement {}

    /** Accepted, and the books have the order. */
    record Settled(OrderId order) implements Placement {}

    /** Accepted; the books did not have the order in time. It will be settled. */
    record Queued(OrderId order) implements Placement {}

    /** Accepted, then refused by the books. */
    record Rejected(OrderId order, RejectionReason reason) implements Placement {}
}
