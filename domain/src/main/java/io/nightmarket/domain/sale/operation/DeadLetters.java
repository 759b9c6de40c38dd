package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The entries that settlement passed over ({@link OrderLedger.Writer#writeDeadLetter}), until an operator replays or purges them. */
public interface DeadLetters {
    /** Dead letters with a larger id than {@code after}, the oldest first, at most {@code max}. */
    CompletionStage<List<DeadLetter>> list(long after, int max);

    CompletionStage<Optional<DeadLetter>> find(long id);

    /** Deletes a dead letter; false when there is none. */
    CompletionStage<Boolean> remove(long id);

    /**
     * Rejects the order as {@code UNWRITABLE}, makes a pending release of its unit and deletes the dead letter, in one transaction.
     * An order that was settled meanwhile, or whose skip was only requested, is not rejected. False when there is none.
     */
    CompletionStage<Boolean> purge(long id);

    /** Asks the shard's writer to set this order aside when it next takes over. Idempotent. */
    CompletionStage<Void> requestSkip(Shard shard, OrderId order);

    /** Deletes requests to skip orders that were settled or rejected meanwhile. */
    CompletionStage<Void> endSkips();
}
