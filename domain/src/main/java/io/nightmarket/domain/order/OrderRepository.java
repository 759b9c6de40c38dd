package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Shard;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads of the books. */
public interface OrderRepository {
    /** {@code Settled} or {@code Rejected}, or nothing when the books don't know the order. */
    CompletionStage<Optional<OrderProgress>> find(OrderId id);

    /** The last entry of a shard's stream that the books hold, or {@link EntryId#ZERO}. */
    CompletionStage<EntryId> lastSettled(Shard shard);

    /** The largest id of an order in the books that is not above the bound; nothing when there is none. */
    CompletionStage<Optional<OrderId>> largest(OrderId bound);
}
