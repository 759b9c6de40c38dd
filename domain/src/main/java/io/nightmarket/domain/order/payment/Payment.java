package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.order.OrderId;

/**
 * An attempt to pay an order.
 *
 * @param payType the channel: 1 balance, 2 Alipay, 3 WeChat
 * @param amount in cents
 */
public record Payment(PaymentId id, OrderId order, int payType, long amount, Status status) {
    public enum Status {
        /** The gateway has not said what became of it. */
        PENDING,
        /** The gateway has the money. */
        CAPTURED,
        REFUSED
    }
}
