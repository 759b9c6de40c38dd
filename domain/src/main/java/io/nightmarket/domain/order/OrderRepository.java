package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Orders in the database, to read. */
public interface OrderRepository {
    /**
     * {@code Settled}, {@code Rejected}, or {@code Queued} for a dead letter; nothing when the database does not know
     * the order.
     */
    CompletionStage<Optional<OrderProgress>> find(OrderId id);

    /** What the database knows of these orders, those written down as lost included; in no particular order. */
    CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids);

    /**
     * How a buyer fared in a sale: {@code Settled} with the live order, {@code Queued} with the one of a dead letter, or
     * {@code Rejected} with the last refusal when there is neither; nothing when the database knows of none.
     */
    CompletionStage<Optional<OrderProgress>> find(VoucherId voucher, UserId buyer);

    /** The claims of those of the buyers who hold one in a sale. */
    CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers);

    /** The last entry of a shard's stream that the database holds, or {@link EntryId#ZERO}. */
    CompletionStage<EntryId> lastSettled(Shard shard);

    /** The largest id of an order in the database that is not above the bound; nothing when there is none. */
    CompletionStage<Optional<OrderId>> largest(OrderId bound);

    /** The epoch that the shard's queue has to be of. */
    CompletionStage<Epoch> epoch(Shard shard);

    /**
     * Writes down that an accepted order was lost with the queue, unless the database knows the order, or rejected very
     * many of this buyer in this sale. Fails with {@code Unavailable} when the shard is of another epoch by now.
     * Repeating it is harmless.
     *
     * @param epoch in which the queue knew nothing of the order, so that no writer can settle it any more
     */
    CompletionStage<Void> markLost(Epoch epoch, Purchase purchase);
}
