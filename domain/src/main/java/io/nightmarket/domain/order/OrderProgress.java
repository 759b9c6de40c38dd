package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;

/** How far an accepted order has come. */
public sealed interface OrderProgress {
    UserId user();

    /** Accepted, not yet in the books. */
    record Queued(UserId user) implements OrderProgress {}

    record Settled(Order order) implements OrderProgress {
        @Override
        public UserId user() {
            return order.user();
        }
    }

    /** Accepted, then refused by the books; the reserved unit went back. */
    record Rejected(UserId user, RejectionReason reason) implements OrderProgress {}
}
