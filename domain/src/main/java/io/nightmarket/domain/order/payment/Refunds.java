package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Refunds in the database, each change in one transaction with that of the order. A refund that is not of
 * the order ({@link Refund.Reason#isOfOrder}) leaves its status, and is in its history. Fails with {@code Unavailable}, or {@code TimedOut} when the outcome is unknown;
 * asking again is safe.
 */
public interface Refunds {
    /** The outcome of asking for a refund. */
    sealed interface RefundRequest {
        /**
         * The order is refunding.
         *
         * @param release the release of the unit, which is on sale again
         */
        record Accepted(Order order, Optional<UnitRelease> release) implements RefundRequest {}

        /** The order is of this status, or it was paid elsewhere. */
        record NotRefundable(Order order) implements RefundRequest {}

        record NoSuchOrder() implements RefundRequest {}
    }

    /** Sets a paid order of this buyer to refunding and writes the refund of its payment. */
    CompletionStage<RefundRequest> requestRefund(OrderId order, UserId buyer);

    /** As {@link #requestRefund(OrderId, UserId)}, of any buyer by staff, with the audit entry. */
    CompletionStage<RefundRequest> requestRefund(OrderId order, StaffAction action);

    /**
     * Refunds that the gateway has not confirmed, oldest first.
     *
     * @param after only those written after that of this payment; 0: all
     */
    CompletionStage<List<Refund>> pendingRefunds(long after, int max);

    /** Writes down that the gateway returned the money; answers the order if that is new: it is refunded if it was refunding. */
    CompletionStage<Optional<Order>> completeRefund(Refund refund);
}
