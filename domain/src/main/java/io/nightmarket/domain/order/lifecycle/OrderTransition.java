package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderStatus;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A change of an order's status. Each starts from one status; an order of any other status is left as it is.
 *
 * @param event how the order's history calls it
 * @param releasesUnit whether the unit and the buyer's claim return to the sale
 * @param payType the channel of the money that came; empty when none did
 * @param staff the member of staff who does it, for the order's history; empty where that is not written
 */
public record OrderTransition(
        OrderStatus from,
        OrderStatus to,
        String event,
        boolean releasesUnit,
        OptionalInt payType,
        Optional<UserId> staff) {
    public OrderTransition {
        if ((to == OrderStatus.PAID && from != OrderStatus.USED) != payType.isPresent()) {
            throw new IllegalArgumentException("money comes with payments alone");
        }
    }

    /** By the buyer, before paying. */
    public static final OrderTransition CANCEL = of(OrderStatus.UNPAID, OrderStatus.CANCELLED, "CANCELLED", true);

    /** The time to pay is over. */
    public static final OrderTransition EXPIRE = of(OrderStatus.UNPAID, OrderStatus.CANCELLED, "EXPIRED", true);

    /** The shop takes the voucher. */
    public static final OrderTransition REDEEM = of(OrderStatus.PAID, OrderStatus.USED, "USED", false);

    /** The shop took the voucher by mistake. */
    public static final OrderTransition UNREDEEM = of(OrderStatus.USED, OrderStatus.PAID, "UNREDEEMED", false);

    /** The sale was called off before the order was paid. */
    public static final OrderTransition CALL_OFF = of(OrderStatus.UNPAID, OrderStatus.CANCELLED, "CALLED_OFF", true);

    /** The sale was called off, and its money can't be returned from here. */
    public static final OrderTransition CALL_OFF_PAID = of(OrderStatus.PAID, OrderStatus.CANCELLED, "CALLED_OFF", true);

    /** The buyer, or the shop, wants the money back; {@link #COMPLETE_REFUND} is all that can follow. */
    public static final OrderTransition REQUEST_REFUND = of(OrderStatus.PAID, OrderStatus.REFUNDING, "REFUNDING", true);

    /** The money was returned. */
    public static final OrderTransition COMPLETE_REFUND =
            of(OrderStatus.REFUNDING, OrderStatus.REFUNDED, "REFUNDED", false);

    /** The money is there: 1 balance, 2 Alipay, 3 WeChat. */
    public static OrderTransition pay(int payType) {
        return of(OrderStatus.UNPAID, "PAID", payType);
    }

    /** The money came after the order was cancelled, and a unit was free for it. */
    public static OrderTransition revive(int payType) {
        return of(OrderStatus.CANCELLED, "REVIVED", payType);
    }

    /** This transition, done by this member of staff. */
    public OrderTransition by(UserId member) {
        return new OrderTransition(from, to, event, releasesUnit, payType, Optional.of(member));
    }

    private static OrderTransition of(OrderStatus from, String event, int payType) {
        return new OrderTransition(from, OrderStatus.PAID, event, false, OptionalInt.of(payType), Optional.empty());
    }

    private static OrderTransition of(OrderStatus from, OrderStatus to, String event, boolean releasesUnit) {
        return new OrderTransition(from, to, event, releasesUnit, OptionalInt.empty(), Optional.empty());
    }
}
