package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;

/** How far an accepted order has come. */
public sealed interface OrderProgress {
    OrderId order();

    UserId user();

    /** Accepted, not yet in the database. */
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

    /** Accepted, then rejected by the database; the reserved unit is released. */
    record Rejected(OrderId order, UserId user, RejectionReason reason) implements OrderProgress {}
}
