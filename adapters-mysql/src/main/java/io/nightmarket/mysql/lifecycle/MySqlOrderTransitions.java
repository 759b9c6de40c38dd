package io.nightmarket.mysql.lifecycle;

import io.nightmarket.domain.concurrent.GroupCommit;
import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.lifecycle.OrderTransitions;
import io.nightmarket.domain.lifecycle.UnitRelease;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Transitions of tb_voucher_order; unpaid orders that expire stand in unpaid_order. */
public final class MySqlOrderTransitions implements OrderTransitions {
    private static final String DUE = "SELECT order_id FROM unpaid_order"
            + " WHERE since <= NOW(3) - INTERVAL ? MICROSECOND ORDER BY since LIMIT ?";

    private static final OrderTransition CANCEL = new OrderTransition.Cancel();
    private static final int CANCEL_CALLS = 2;
    private static final int CANCEL_BATCH = 100;
    private static final int MAX_CANCELS = 10_000;

    private static final String READABLE = OrderRows.READABLE + " AND id IN";

    private static final String DROP = "DELETE FROM unpaid_order WHERE order_id IN";

    private final Database database;
    private final GroupCommit<OrderId, Optional<Result>> cancels =
            new GroupCommit<>(this::cancelAll, CANCEL_CALLS, CANCEL_BATCH, MAX_CANCELS);

    public MySqlOrderTransitions(Database database) {
        this.database = database;
    }

    /** Cancels that come during others share a transaction: many of one sale would wait for its stock one by one. */
    @Override
    public CompletionStage<Result> apply(OrderId id, OrderTransition transition) {
        return transition instanceof OrderTransition.Cancel
                ? cancels.submit(id)
                        .thenCompose(result -> result.map(CompletableFuture::completedStage)
                                .orElseGet(() -> applyAlone(id, transition)))
                : applyAlone(id, transition);
    }

    private CompletionStage<Result> applyAlone(OrderId id, OrderTransition transition) {
        return database.inTransactionWithoutGapLocks(session -> StatusChange.lock(session, id)
                        .compose(found -> found.map(order -> apply(new StatusChange(session, transition), order))
                                .orElseGet(() -> Future.succeededFuture(new Result.NoSuchOrder()))))
                .toCompletionStage();
    }

    /** Nothing for orders that are not unpaid or locked by others, and for the second who cancels one. */
    private CompletionStage<List<Optional<Result>>> cancelAll(List<OrderId> ids) {
        return ids.size() == 1
                ? applyAlone(ids.getFirst(), CANCEL).thenApply(result -> List.of(Optional.of(result)))
                : database.inTransactionWithoutGapLocks(session -> cancel(
                                session,
                                ids.stream().map(OrderId::value).distinct().toList()))
                        .map(changed -> results(ids, changed))
                        .toCompletionStage();
    }

    private static Future<ChangedOrders> cancel(DatabaseSession session, List<Long> ids) {
        StatusChange change = new StatusChange(session, CANCEL);
        return lockFree(session, ids)
                .compose(orders ->
                        change.apply(orders.stream().filter(change::isAllowed).toList()));
    }

    private static List<Optional<Result>> results(List<OrderId> ids, ChangedOrders changed) {
        Map<OrderId, Result> results = new HashMap<>();
        changed.orders()
                .forEach(order -> results.put(order.id(), new Result.Changed(order, releaseOf(order, changed))));
        return ids.stream().map(id -> Optional.ofNullable(results.remove(id))).toList();
    }

    private static Optional<UnitRelease> releaseOf(Order order, ChangedOrders changed) {
        return changed.releases().stream()
                .filter(release -> release.purchase().order().equals(order.id()))
                .findFirst();
    }

    private static Future<Result> apply(StatusChange change, Order order) {
        return change.isAllowed(order)
                ? change.apply(order)
                        .map(done -> new Result.Changed(
                                done.orders().getFirst(),
                                done.releases().stream().findFirst()))
                : Future.succeededFuture(new Result.Unchanged(order));
    }

    @Override
    public CompletionStage<Expiry> expire(Duration payWithin, int max) {
        return database.inTransactionWithoutGapLocks(session -> due(session, payWithin, max)
                        .compose(ids -> ids.isEmpty()
                                ? Future.succeededFuture(new Expiry(List.of(), List.of(), false))
                                : expire(session, ids, ids.size() == max)))
                .toCompletionStage();
    }

    private static Future<List<Long>> due(DatabaseSession session, Duration payWithin, int max) {
        return session.run(DUE, payWithin.toNanos() / 1_000, max)
                .map(rows -> Rows.all(rows, row -> row.getLong("order_id")));
    }

    private static Future<Expiry> expire(DatabaseSession session, List<Long> due, boolean isFull) {
        StatusChange change = new StatusChange(session, new OrderTransition.Expire());
        return lockFree(session, due)
                .compose(orders -> drop(session, due, orders)
                        .compose(dropped -> change.apply(orders.stream()
                                        .filter(change::isAllowed)
                                        .toList())
                                .map(expired ->
                                        new Expiry(expired.orders(), expired.releases(), isFull && dropped > 0))));
    }

    /** Buyers and nodes don't wait for one another: an order that is locked is left out. No lock is taken before the order's. */
    private static Future<List<Order>> lockFree(DatabaseSession session, List<Long> ids) {
        return Rows.in(session, READABLE, List.of(), ids, " FOR UPDATE SKIP LOCKED")
                .map(rows -> rows.stream().map(OrderRows::order).toList());
    }

    /** Drops all but those whose orders are locked: also of orders that were paid, deleted, or can't be read. Answers how many. */
    private static Future<Integer> drop(DatabaseSession session, List<Long> due, List<Order> changed) {
        Set<Long> done = changed.stream().map(order -> order.id().value()).collect(Collectors.toSet());
        List<Long> others = due.stream().filter(id -> !done.contains(id)).toList();
        return Rows.in(session, READABLE, others)
                .map(rows -> rows.stream().map(row -> row.getLong("id")).collect(Collectors.toSet()))
                .map(locked -> due.stream().filter(id -> !locked.contains(id)).toList())
                .compose(ids -> Rows.in(session, DROP, ids).map(ids.size()));
    }
}
