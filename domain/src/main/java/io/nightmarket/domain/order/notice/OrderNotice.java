package io.nightmarket.domain.order.notice;

import io.nightmarket.domain.order.OrderId;
import java.time.Instant;

/**
 * An event in the life of an order, for its buyer.
 *
 * @param number grows by one from notice to notice of a buyer, in the order in which they can be read
 */
public record OrderNotice(long number, OrderId order, Kind kind, Instant at) {
    public enum Kind {
        SETTLED,
        PAID,
        CANCELLED,
        /** Cancelled, since it was not paid in time. */
        EXPIRED,
        /** Cancelled, since its sale was called off. */
        CALLED_OFF,
        USED,
        /** A redemption was undone: the voucher can be used. */
        UNREDEEMED,
        REFUNDING,
        REFUNDED,
        /** Money that can't pay the order goes back; its status stays. */
        MONEY_RETURNING,
        MONEY_RETURNED
    }
}
