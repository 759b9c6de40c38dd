package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer asks what became of an order. */
public final class FindOrder {
    private final Set<Shard> shards;
    private final Epochs epochs;
    private final OrderQueue queue;
    private final OrderRepository orders;

    /** @param shards all that orders may wait on */
    public FindOrder(Set<Shard> shards, Epochs epochs, OrderQueue queue, OrderRepository orders) {
        this.shards = Set.copyOf(shards);
        this.epochs = epochs;
        this.queue = queue;
        this.orders = orders;
    }

    /**
     * The order's progress, for its owner only: for others it does not exist. The queue is asked first, because
     * an order leaves it only after the database holds it; asked the other way round, an order on its way between them
     * would be found in neither.
     */
    public CompletionStage<Optional<OrderProgress>> find(UserId asker, OrderId id) {
        return Stages.then(
                        findQueued(id),
                        queued -> queued.isPresent()
                                ? CompletableFuture.completedStage(
                                        Optional.<OrderProgress>of(new OrderProgress.Queued(id, queued.get())))
                                : orders.find(id),
                        failure -> fromDatabaseAlone(id, failure))
                .thenApply(found -> found.filter(progress -> progress.user().equals(asker)));
    }

    /** When the time to pay of an order ends; nothing when it is not unpaid, or has no end. */
    public CompletionStage<Optional<Instant>> payUntil(OrderProgress progress) {
        return progress instanceof OrderProgress.Settled(Order row) && row.status() == OrderStatus.UNPAID
                ? orders.payUntil(row)
                : CompletableFuture.completedStage(Optional.empty());
    }

    /** An order's id does not tell its shard; all are asked at once. */
    private CompletionStage<Optional<UserId>> findQueued(OrderId id) {
        CompletionStage<Optional<UserId>> found = CompletableFuture.completedStage(Optional.empty());
        for (Shard shard : shards) {
            CompletionStage<Optional<UserId>> here = epochs.call(shard, epoch -> queue.findQueued(epoch, id));
            found = found.thenCombine(here, (one, other) -> one.or(() -> other));
        }
        return found;
    }

    /** Without the queue the database can say yes, but not no. */
    private CompletionStage<Optional<OrderProgress>> fromDatabaseAlone(OrderId id, Throwable failure) {
        return orders.find(id)
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedStage(found)
                        : CompletableFuture.failedStage(failure));
    }
}
