package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.voucher.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What a queue holds of a sale, to compare it with the database, and to append what was lost. Fails as {@link OrderQueue} does. */
public interface QueueAudit {
    /** What the queue holds of a sale, if it knows the sale. One atomic step. */
    CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher);

    /** The adjustments that were applied to a sale. */
    CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher);

    /**
     * Some hundreds of the buyers who take part in a sale, by order. A walk from {@link BuyerSlice#END} on meets everybody who
     * takes part all the while, perhaps twice; who comes or goes meanwhile may be met or not.
     */
    CompletionStage<BuyerSlice> buyers(Shard shard, VoucherId voucher, long cursor);

    /** Works on all buyers of a sale, a slice after the other. */
    default CompletionStage<Void> eachBuyer(
            Shard shard, VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        return eachBuyer(shard, voucher, BuyerSlice.END, work);
    }

    private CompletionStage<Void> eachBuyer(
            Shard shard,
            VoucherId voucher,
            long cursor,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        return buyers(shard, voucher, cursor)
                .thenCompose(slice -> (slice.buyers().isEmpty()
                                ? CompletableFuture.completedStage(null)
                                : work.apply(slice.buyers()))
                        .thenCompose(_ -> slice.next() == BuyerSlice.END
                                ? CompletableFuture.completedStage(null)
                                : eachBuyer(shard, voucher, slice.next(), work)));
    }

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

    /**
     * Some hundreds of the buyers admitted after a mark that this method answered, in the order of their admission. Other
     * marks, such as {@link BuyerMark#NONE} and those of an earlier opening, are answered the present end and no buyers:
     * who was admitted before is found by {@link #eachBuyer}. Fails with {@code Unavailable} without such a sale.
     */
    CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark);
}
