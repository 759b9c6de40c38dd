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

    /** Nodes and buyers don't wait for one another: what is locked is changed by the other. */
    private static final String LOCK = OrderRows.ORDERS + " AND id IN";

    private static final String DROP = "DELETE FROM unpaid_order WHERE order_id IN";

    private static final String KNOWN = "SELECT id FROM tb_voucher_order WHERE id IN";

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
    public CompletionStage<Expired> expire(Duration payWithin, int max) {
        return database.inTransactionWithoutGapLocks(session -> due(session, payWithin, max)
                        .compose(ids -> ids.isEmpty()
                                ? Future.succeededFuture(new Expired(List.of(), List.of()))
                                : expire(session, ids)))
                .toCompletionStage();
    }

    private static Future<List<Long>> due(DatabaseSession session, Duration payWithin, int max) {
        return session.run(DUE, payWithin.toNanos() / 1_000, max)
                .map(rows -> Rows.all(rows, row -> row.getLong("order_id")));
    }

    private static Future<Expired> expire(DatabaseSession session, List<Long> ids) {
        StatusChange change = new StatusChange(session, new OrderTransition.Expire());
        return Rows.in(session, LOCK, List.of(), ids, " FOR UPDATE SKIP LOCKED")
                .map(rows -> rows.stream().map(OrderRows::order).toList())
                .compose(orders -> change.apply(
                                orders.stream().filter(change::isAllowed).toList())
                        .compose(expired -> clean(session, ids, orders).map(expired)));
    }

    /** Rows of orders that are not unpaid any more, or were deleted by hand, must not come again. */
    private static Future<Void> clean(DatabaseSession session, List<Long> ids, List<Order> orders) {
        Set<Long> locked = orders.stream().map(order -> order.id().value()).collect(Collectors.toSet());
        List<Long> others = ids.stream().filter(id -> !locked.contains(id)).toList();
        return Rows.in(session, DROP, List.copyOf(locked))
                .compose(_ -> Rows.in(session, KNOWN, others))
                .map(rows -> rows.stream().map(row -> row.getLong("id")).collect(Collectors.toSet()))
                .compose(known -> Rows.in(
                        session,
                        DROP,
                        others.stream().filter(id -> !known.contains(id)).toList()))
                .mapEmpty();
    }
}
