package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.order.OrderId;

/**
 * Money of a payment that returns to the payer, all of it, once.
 *
 * @param amount in cents
 */
public record Refund(PaymentId payment, OrderId order, long amount, Reason reason) {
    public enum Reason {
        /** The buyer asked for it. */
        REQUESTED,
        /** Staff returned it. */
        STAFF,
        /** The sale was called off. */
        CALLED_OFF,
        /** The order was paid by another payment before. */
        DUPLICATE,
        /** The order was cancelled before the money arrived. */
        LATE,
        /** The gateway captured another amount than the order's. */
        WRONG_AMOUNT;

        /** Whether the order is refunded with it; otherwise the order's status stays. */
        public boolean isOfOrder() {
            return this == REQUESTED || this == STAFF || this == CALLED_OFF;
        }
    }
}
