package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.order.OrderStatus;
import java.util.OptionalInt;

/**
 * A change of an order's status. Each starts from one status; an order of any other status is left as it is.
 *
 * @param event how the order's history calls it
 * @param releasesUnit whether the unit and the buyer's claim return to the sale
 * @param payType the channel of the money that came; empty when none did
 */
public record OrderTransition(
        OrderStatus from, OrderStatus to, String event, boolean releasesUnit, OptionalInt payType) {
    public OrderTransition {
        if ((to == OrderStatus.PAID) != payType.isPresent()) {
            throw new IllegalArgumentException("money comes with the transition to PAID alone");
        }
    }

    /** By the buyer, before paying. */
    public static final OrderTransition CANCEL = of(OrderStatus.UNPAID, OrderStatus.CANCELLED, "CANCELLED", true);

    /** The time to pay is over. */
    public static final OrderTransition EXPIRE = of(OrderStatus.UNPAID, OrderStatus.CANCELLED, "EXPIRED", true);

    /** The shop takes the voucher. */
    public static final OrderTransition REDEEM = of(OrderStatus.PAID, OrderStatus.USED, "USED", false);

    /** The buyer wants the money back; {@link #COMPLETE_REFUND} is all that can follow. */
    public static final OrderTransition REQUEST_REFUND = of(OrderStatus.PAID, OrderStatus.REFUNDING, "REFUNDING", true);

    /** The money was returned. */
    public static final OrderTransition COMPLETE_REFUND =
            of(OrderStatus.REFUNDING, OrderStatus.REFUNDED, "REFUNDED", false);

    /** The money is there: 1 balance, 2 Alipay, 3 WeChat. */
    public static OrderTransition pay(int payType) {
        return new OrderTransition(OrderStatus.UNPAID, OrderStatus.PAID, "PAID", false, OptionalInt.of(payType));
    }

    /** The money came after the order was cancelled, and a unit was free for it. */
    public static OrderTransition revive(int payType) {
        return new OrderTransition(OrderStatus.CANCELLED, OrderStatus.PAID, "REVIVED", false, OptionalInt.of(payType));
    }

    private static OrderTransition of(OrderStatus from, OrderStatus to, String event, boolean releasesUnit) {
        return new OrderTransition(from, to, event, releasesUnit, OptionalInt.empty());
    }
}
