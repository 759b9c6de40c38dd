package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Reads orders, as the database has them. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface OrderRepository {
    /**
     * {@code Settled}, {@code Rejected}, or {@code Queued} for a dead letter; nothing when the database does not know
     * the order.
     */
    CompletionStage<Optional<OrderProgress>> find(OrderId id);

    /** When the time to pay of an unpaid order ends; nothing when it has no end. */
    CompletionStage<Optional<Instant>> payUntil(Order order);

    /** What the database knows of these orders, those written down as lost included; in no particular order. */
    CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids);

    /**
     * How a buyer fared in a sale: {@code Settled} with the live order, {@code Queued} with the one of a dead letter, or
     * {@code Rejected} with the last refusal when there is neither; nothing when the database knows of none.
     */
    CompletionStage<Optional<OrderProgress>> find(VoucherId voucher, UserId buyer);

    /** The largest id of an order in the database that is not above the bound; nothing when there is none. */
    CompletionStage<Optional<OrderId>> largest(OrderId bound);
}
