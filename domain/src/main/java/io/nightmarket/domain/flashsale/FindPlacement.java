package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.OrderRepository;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer asks what became of the click in a sale, whatever answer to it was lost. */
public final class FindPlacement {
    private final SaleDirectory directory;
    private final OrderQueue queue;
    private final OrderRepository orders;

    public FindPlacement(SaleDirectory directory, OrderQueue queue, OrderRepository orders) {
        this.directory = directory;
        this.queue = queue;
        this.orders = orders;
    }

    /** What is known of a buyer in a sale. */
    public sealed interface Outcome {
        record NoSuchSale() implements Outcome {}

        /** No click of this buyer was accepted, or its order was given up since. */
        record Nothing() implements Outcome {}

        record Found(OrderProgress progress) implements Outcome {}
    }

    /**
     * The queue is asked first, because an order leaves it only after the books hold it. While it can't answer the books
     * can say yes, but not no, for a newer order may wait: then fails as the queue did.
     */
    public CompletionStage<Outcome> find(UserId buyer, VoucherId voucher) {
        return directory
                .find(voucher)
                .thenCompose(terms -> terms.isEmpty()
                        ? CompletableFuture.completedStage(new Outcome.NoSuchSale())
                        : find(terms.get().shard(), buyer, voucher));
    }

    private CompletionStage<Outcome> find(Shard shard, UserId buyer, VoucherId voucher) {
        return queue.findOrder(shard, voucher, buyer)
                .handle((queued, failure) -> failure == null
                        ? queued.map(order -> inBooks(order, buyer)).orElseGet(() -> inBooks(voucher, buyer))
                        : inBooks(voucher, buyer)
                                .thenCompose(outcome -> outcome instanceof Outcome.Found(OrderProgress.Settled _)
                                        ? CompletableFuture.completedStage(outcome)
                                        : CompletableFuture.<Outcome>failedStage(failure)))
                .thenCompose(stage -> stage);
    }

    private CompletionStage<Outcome> inBooks(OrderId order, UserId buyer) {
        return orders.find(order)
                .thenApply(found -> new Outcome.Found(found.orElseGet(() -> new OrderProgress.Queued(order, buyer))));
    }

    private CompletionStage<Outcome> inBooks(VoucherId voucher, UserId buyer) {
        return orders.find(voucher, buyer)
                .thenApply(found -> found.<Outcome>map(Outcome.Found::new).orElseGet(Outcome.Nothing::new));
    }
}
