package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a shard's stream that settlement passed over. Its order, if it has one, keeps its reservation and counts as
 * queued until an operator replays or purges it.
 *
 * @param entry null while a skip is requested that the writer has not met yet
 * @param order null when the entry can't be read
 * @param purchase null when the entry can't be read, and while a skip is requested
 */
public record DeadLetter(
        long id,
        Shard shard,
        @Nullable EntryId entry,
        @Nullable OrderId order,
        @Nullable Purchase purchase,
        String reason) {
    /** The order, when it can be put back into the queue. */
    public Optional<Purchase> replayable() {
        return Optional.ofNullable(purchase);
    }
}
