package io.nightmarket.domain.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.UnitRelease;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Payments and refunds in the database, each change in one transaction with the change of the order's status that it leads
 * to. No money that was captured is left without an outcome: it pays the order, or its refund is written down. Fails with
 * {@code Unavailable}, or {@code TimedOut} when the outcome is unknown; asking again is safe.
 */
public interface PaymentLedger {
    /** What beginning a payment came to. */
    sealed interface Begun {
        record Started(Payment payment) implements Begun {}

        /** The order is of this status. */
        record NotUnpaid(Order order) implements Begun {}

        /** There is none of this buyer. */
        record NoSuchOrder() implements Begun {}
    }

    /** Writes an attempt to pay an unpaid order of this buyer at the voucher's price. The same id finds the same attempt. */
    CompletionStage<Begun> begin(PaymentId id, OrderId order, UserId buyer, int payType);

    /** What the gateway's word came to. */
    enum Recorded {
        /** The order is paid by this payment. */
        PAID,
        /** The money returns to the payer. */
        TO_REFUND,
        /** The order was cancelled before; {@link ReviveOrders} decides. */
        LATE,
        REFUSED,
        /** There is no such payment. */
        UNKNOWN
    }

    /** What the gateway's word came to, and the order if that changed its status. */
    record Capture(Recorded recorded, Optional<Order> changed) {}

    /**
     * Writes down that the gateway captured this amount: the order is paid; or the money is late, when the order is cancelled;
     * or it is to be refunded. The first call counts; later ones answer what the payment came to.
     */
    CompletionStage<Capture> capture(PaymentId id, long amount);

    /** Writes down that the gateway refused a pending payment. */
    CompletionStage<Recorded> refuse(PaymentId id);

    /** What asking for a refund came to. */
    sealed interface RefundRequest {
        /**
         * The order is refunding.
         *
         * @param release of the unit, which is on sale again
         */
        record Accepted(Order order, Optional<UnitRelease> release) implements RefundRequest {}

        /** The order is of this status, or it was paid elsewhere. */
        record NotRefundable(Order order) implements RefundRequest {}

        record NoSuchOrder() implements RefundRequest {}
    }

    /** Sets a paid order of this buyer to refunding and writes the refund of its payment. */
    CompletionStage<RefundRequest> requestRefund(OrderId order, UserId buyer);

    /** Refunds that the gateway has not confirmed, oldest first. */
    CompletionStage<List<Refund>> pendingRefunds(int max);

    /** Writes down that the gateway returned the money; answers the order that was refunding, and is refunded. */
    CompletionStage<Optional<Order>> completeRefund(Refund refund);

    /** Payments that are pending for longer than this by the database's clock, oldest first. */
    CompletionStage<List<Payment>> unresolved(Duration age, int max);

    /** Whether this notification comes for the first time; it does not the next time. */
    CompletionStage<Boolean> firstSeen(String notification);
}
