package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.sale.Purchase;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Reads the rows of those whose lists are loaded, which are few in a sale. */
    @Override
    public CompletionStage<Void> placed(List<Purchase> purchases) {
        return begin(purchases.stream().map(Purchase::order).toList(), () -> put(purchases));
    }

    private CompletionStage<Void> put(List<Purchase> purchases) {
        Set<UserId> buyers = purchases.stream().map(Purchase::buyer).collect(Collectors.toSet());
        return lists.known(buyers).thenCompose(known -> {
            List<OrderId> orders = purchases.stream()
                    .filter(purchase -> known.contains(purchase.buyer()))
                    .map(Purchase::order)
                    .toList();
            return orders.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : rows.read(orders).thenCompose(lists::put);
        });
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
