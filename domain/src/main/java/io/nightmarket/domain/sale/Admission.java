package io.nightmarket.domain.sale;

import io.nightmarket.domain.order.OrderId;
import java.time.Instant;

/** The queue's answer to a buyer. */
public sealed interface Admission extends PurchaseAnswer {
    /** A unit is reserved and the order stands in the queue; it will be settled. */
    record Accepted(OrderId order) implements Admission {}

    /** This buyer has an order of this sale already. */
    record AlreadyBought(OrderId order) implements Admission {}

    /** No unit is free, or those that are free are held for the sale's waitlist. */
    record SoldOut() implements Admission {}

    /** The sale begins later. */
    record NotStarted(Instant begin) implements Admission {}

    record Ended() implements Admission {}

    /** The sale takes no buyers for now. */
    record Paused() implements Admission {}

    /** The sale takes no buyers any more. */
    record CalledOff() implements Admission {}

    /** The backlog of orders is full; nothing was reserved. */
    record QueueFull() implements Admission {}

    /** The queue has no such sale. */
    record NoSuchSale() implements Admission {}
}
