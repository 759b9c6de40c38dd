package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Writes orders to the cached lists after the database has them: up to five tries, then a request to repair them. What even
 * that misses is found by {@link RepairOrderLists}.
 */
public final class UpdateOrderLists implements OrderChanges {
    private static final int MAX_TRIES = 5;

    /** Updates beyond these are left to the comparison. */
    private static final int MAX_UNDER_WAY = 256;

    private final OrderListCache lists;
    private final RecentOrders rows;
    private final Timers timers;
    private final Backoff backoff;
    private final OrderListMeter meter;
    private final AtomicInteger underWay = new AtomicInteger();

    public UpdateOrderLists(
            OrderListCache lists, RecentOrders rows, Timers timers, Backoff backoff, OrderListMeter meter) {
        this.lists = lists;
        this.rows = rows;
        this.timers = timers;
        this.backoff = backoff;
        this.meter = meter;
    }

    /** Completes after the first try, so that who changed an order sees that in the list. */
    @Override
    public CompletionStage<Void> changed(List<Order> orders) {
        return begin(orders.stream().map(Order::id).toList(), () -> lists.put(orders));
    }

    /** Reads the rows of those whose lists are loaded. */
    @Override
    public CompletionStage<Void> placed(List<Purchase> purchases) {
        return begin(
                purchases.stream().map(Purchase::order).toList(),
                () -> ofKnown(purchases, Purchase::buyer)
                        .thenCompose(own -> own.isEmpty()
                                ? CompletableFuture.completedStage(null)
                                : rows.read(own.stream().map(Purchase::order).toList())
                                        .thenCompose(lists::put)));
    }

    /** These orders of a batch are new; few of their buyers have a loaded list. */
    public CompletionStage<Void> settled(List<QueuedOrder> orders) {
        return begin(
                orders.stream().map(QueuedOrder::order).toList(),
                () -> ofKnown(orders, QueuedOrder::buyer)
                        .thenCompose(own ->
                                lists.put(own.stream().map(QueuedOrder::settled).toList())));
    }

    private <T> CompletionStage<List<T>> ofKnown(List<T> all, Function<T, UserId> buyer) {
        return lists.known(all.stream().map(buyer).collect(Collectors.toSet()))
                .thenApply(known -> all.stream()
                        .filter(each -> known.contains(buyer.apply(each)))
                        .toList());
    }

    private CompletionStage<Void> begin(List<OrderId> orders, Supplier<CompletionStage<Void>> put) {
        if (orders.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        if (underWay.incrementAndGet() > MAX_UNDER_WAY) {
            underWay.decrementAndGet();
            meter.skipped(orders.size());
            return CompletableFuture.completedStage(null);
        }
        CompletableFuture<Void> firstTry = new CompletableFuture<>();
        var _ = attempt(1, orders, put, firstTry).whenComplete((_, _) -> underWay.decrementAndGet());
        return firstTry;
    }

    private CompletionStage<Void> attempt(
            int number, List<OrderId> orders, Supplier<CompletionStage<Void>> put, CompletableFuture<Void> firstTry) {
        CompletionStage<Void> done = Calls.start(put);
        return done.handle((_, failure) -> failure).thenCompose(failure -> {
            firstTry.complete(null);
            return failure == null
                    ? CompletableFuture.completedStage(null)
                    : afterFailure(number, orders, put, firstTry);
        });
    }

    private CompletionStage<Void> afterFailure(
            int number, List<OrderId> orders, Supplier<CompletionStage<Void>> put, CompletableFuture<Void> firstTry) {
        if (number < MAX_TRIES) {
            return timers.pause(backoff.after(number)).thenCompose(_ -> attempt(number + 1, orders, put, firstTry));
        }
        meter.failed(orders.size());
        return Calls.start(() -> lists.requestRepair(orders));
    }
}
