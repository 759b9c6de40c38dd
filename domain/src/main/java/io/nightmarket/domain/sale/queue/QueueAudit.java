package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** What a queue holds of a sale, to compare it with the database, and to append what was lost. Fails as {@link OrderQueue} does. */
public interface QueueAudit {
    /** What the queue holds of a sale, if it knows the sale. One atomic step. */
    CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher);

    /** How long the oldest entry of a shard has waited, by the queue's clock; zero where none waits. */
    CompletionStage<Duration> oldestWait(Shard shard);

    /** The terms that the queue has of a sale, if it knows the sale. */
    CompletionStage<Optional<QueuedTerms>> terms(Shard shard, VoucherId voucher);

    /** The adjustments that were applied to a sale. */
    CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher);

    /** Which of these orders wait for the database. */
    CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders);

    /**
     * Appends orders of a sale once more that their buyers take part by and that do not wait: they were lost on their way to
     * the database. Answers how many were appended. One atomic step, also while the epoch is being prepared. Fails with
     * {@code Unavailable} when the shard is of another epoch.
     *
     * @param orders {@value OrderQueue#MAX_BATCH} at most
     */
    CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders);
}
