package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The buyers who have a reservation in a queue. Fails as {@link OrderQueue} does. */
public interface QueuedBuyers {
    /**
     * Some hundreds of the buyers who take part in a sale, by order and revision. A walk from {@link BuyerSlice#END} on meets every buyer who
     * takes part all the while, perhaps twice; who comes or goes meanwhile may be met or not.
     */
    CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor);

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
        return slice(shard, voucher, cursor)
                .thenCompose(slice -> (slice.buyers().isEmpty()
                                ? CompletableFuture.completedStage(null)
                                : work.apply(slice.buyers()))
                        .thenCompose(_ -> slice.next() == BuyerSlice.END
                                ? CompletableFuture.completedStage(null)
                                : eachBuyer(shard, voucher, slice.next(), work)));
    }

    /**
     * Some hundreds of the buyers admitted after a mark that this method answered, in the order of their admission. Other
     * marks, such as {@link BuyerMark#NONE} and those of an earlier opening, are answered the present end and no buyers:
     * who was admitted before is found by {@link #eachBuyer}. Fails with {@code Unavailable} without such a sale.
     */
    CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark);
}
