package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;

/** How far an accepted order has come. */
public sealed interface OrderProgress {
    OrderId order();

    UserId user();

    /** Accepted, not yet in the books. */
    record Queued(OrderId order, UserId user) implements OrderProgress {}

    record Settled(Order row) implements OrderProgress {
        @Override
        public OrderId order() {
            return row.id();
        }

        @Override
        public UserId user() {
            return row.user();
        }
    }

    /** Accepted, then refused by the books; the reserved unit went back. */
    record Rejected(OrderId order, UserId user, RejectionReason reason) implements OrderProgress {}
}
