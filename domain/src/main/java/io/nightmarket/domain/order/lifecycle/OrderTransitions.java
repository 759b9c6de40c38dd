package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Changes orders in the database. A transition is one transaction: the status is compared and set, the order's
 * history gets its event, and a unit that returns is added to the stock, its claim deleted, and its release written
 * down as pending. When two transitions meet, one finds the status of the other. Fails with {@code Unavailable}, or
 * {@code TimedOut} when the outcome is unknown; asking again is safe.
 */
public interface OrderTransitions {
    /** The outcome of a transition. */
    sealed interface Result {
        /**
         * The status was set.
         *
         * @param release the release of a unit of a flash sale that returns
         */
        record Changed(Order order, Optional<UnitRelease> release) implements Result {}

        /** The order is of another status than the transition starts from, perhaps of the one it leads to. */
        record Unchanged(Order order) implements Result {}

        record NoSuchOrder() implements Result {}
    }

    CompletionStage<Result> apply(OrderId order, OrderTransition transition);

    /**
     * Applies {@link OrderTransition#UNREDEEM} to an order that was redeemed at most this long ago by the database's clock, with
     * its audit entry; empty when it was longer ago. The end of a call-off of its sale counts no more.
     */
    CompletionStage<Optional<Result>> unredeem(OrderId order, Duration within, StaffAction action);

    /** Applies {@link OrderTransition#CANCEL}; an order of another buyer is as none. Cancels that meet share a transaction. */
    CompletionStage<Result> cancel(UserId buyer, OrderId order);

    /**
     * Cancels unpaid orders whose moment has passed by the database's clock, the oldest of flash sales and the oldest ordinary ones
     * first. The moment was set when the order was settled. Orders that others change at the same time are left to them; so are
     * rows that can't be read. A sale whose stock others lock holds up no other.
     *
     * @param max orders at most in one transaction
     */
    CompletionStage<Expiry> expire(int max);

    /**
     * What expired.
     *
     * @param releases the releases of the units that return
     * @param mayBeMore whether more orders may be due
     */
    record Expiry(List<Order> orders, List<UnitRelease> releases, boolean mayBeMore) {}

    /** Orders as a transition left them, and the units that return by it. */
    record ChangedOrders(List<Order> orders, List<UnitRelease> releases) {}
}
