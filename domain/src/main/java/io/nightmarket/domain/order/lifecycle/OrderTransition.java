package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.order.OrderStatus;

/** A change of an order's status. Each starts from one status; an order of any other status is left as it is. */
public sealed interface OrderTransition {
    /**
     * What a transition does.
     *
     * @param event how the order's history calls it
     * @param releasesUnit whether the unit and the buyer's claim return to the sale
     */
    record Rule(OrderStatus from, OrderStatus to, String event, boolean releasesUnit) {}

    Rule rule();

    /** By the buyer, before paying. */
    record Cancel() implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.UNPAID, OrderStatus.CANCELLED, "CANCELLED", true);
        }
    }

    /** The time to pay is over. */
    record Expire() implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.UNPAID, OrderStatus.CANCELLED, "EXPIRED", true);
        }
    }

    /**
     * The money is there.
     *
     * @param payType 1 balance, 2 Alipay, 3 WeChat
     */
    record Pay(int payType) implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.UNPAID, OrderStatus.PAID, "PAID", false);
        }
    }

    /**
     * The money came after the order was cancelled, and a unit was free for it.
     *
     * @param payType as of {@link Pay}
     */
    record Revive(int payType) implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.CANCELLED, OrderStatus.PAID, "REVIVED", false);
        }
    }

    /** The shop takes the voucher. */
    record Redeem() implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.PAID, OrderStatus.USED, "USED", false);
        }
    }

    /** The buyer wants the money back; {@link CompleteRefund} is all that can follow. */
    record RequestRefund() implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.PAID, OrderStatus.REFUNDING, "REFUNDING", true);
        }
    }

    /** The money was returned. */
    record CompleteRefund() implements OrderTransition {
        @Override
        public Rule rule() {
            return new Rule(OrderStatus.REFUNDING, OrderStatus.REFUNDED, "REFUNDED", false);
        }
    }
}
