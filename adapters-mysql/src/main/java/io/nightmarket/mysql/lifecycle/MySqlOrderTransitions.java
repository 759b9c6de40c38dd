package io.nightmarket.mysql.lifecycle;

import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Transitions of tb_voucher_order; unpaid orders that expire stand in unpaid_order. */
public final class MySqlOrderTransitions implements OrderTransitions {
    private static final String DUE = "SELECT order_id FROM unpaid_order"
            + " WHERE since <= NOW(3) - INTERVAL ? MICROSECOND ORDER BY since LIMIT ?";

    private static final String READABLE = OrderRows.READABLE + " AND id IN";

    private static final String DROP = "DELETE FROM unpaid_order WHERE order_id IN";

    private final Database database;

    public MySqlOrderTransitions(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Result> apply(OrderId id, OrderTransition transition) {
        return database.inTransactionWithoutGapLocks(session -> StatusChange.lock(session, id)
                        .compose(found -> found.map(order -> apply(new StatusChange(session, transition), order))
                                .orElseGet(() -> Future.succeededFuture(new Result.NoSuchOrder()))))
                .toCompletionStage();
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

    /** Buyers and nodes don't wait for one another: an order that is locked is changed by the other. No lock is taken before the order's. */
    private static Future<Expiry> expire(DatabaseSession session, List<Long> due, boolean isFull) {
        StatusChange change = new StatusChange(session, new OrderTransition.Expire());
        return Rows.in(session, READABLE, List.of(), due, " FOR UPDATE SKIP LOCKED")
                .map(rows -> rows.stream().map(OrderRows::order).toList())
                .compose(orders -> change.apply(
                                orders.stream().filter(change::isAllowed).toList())
                        .compose(expired -> drop(session, due, orders)
                                .map(dropped ->
                                        new Expiry(expired.orders(), expired.releases(), isFull && dropped > 0))));
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
