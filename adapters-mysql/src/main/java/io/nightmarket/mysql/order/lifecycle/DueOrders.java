package io.nightmarket.mysql.order.lifecycle;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.Expiry;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Cancels orders whose time to pay is over, the oldest in one transaction. While others lock the stock of a sale, those of each
 * voucher have a transaction of their own: it holds up no other.
 */
final class DueOrders {
    private static final String IS_DUE = "since <= NOW(3) - INTERVAL ? MICROSECOND";

    /** Nodes, and one that stopped, pass over one another's. */
    private static final String DUE =
            "SELECT order_id FROM unpaid_order WHERE " + IS_DUE + " ORDER BY since LIMIT ? FOR UPDATE SKIP LOCKED";

    private static final String OF_ORDERS =
            " FROM unpaid_order JOIN tb_voucher_order o ON o.id = order_id WHERE " + IS_DUE;
    private static final String VOUCHERS = "SELECT DISTINCT o.voucher_id" + OF_ORDERS + " LIMIT ?";
    private static final String DUE_OF_VOUCHER =
            "SELECT order_id" + OF_ORDERS + " AND o.voucher_id = ? ORDER BY since LIMIT ?";

    private static final String DROP = "DELETE FROM unpaid_order WHERE order_id IN";

    private static final int MAX_VOUCHERS = 100;
    private static final int MAX_OF_VOUCHER = 100;
    private static final int LANES = 4;

    private final Database database;
    private volatile boolean isApart;

    DueOrders(Database database) {
        this.database = database;
    }

    Future<Expiry> expire(Duration payWithin, int max) {
        long micros = payWithin.toNanos() / 1_000;
        return isApart
                ? expireApart(micros)
                : database.inTransactionWithoutGapLocks(session -> expire(session, max, DUE, micros, max))
                        .recover(failure -> {
                            isApart = MySqlFailures.mayBeLocked(failure);
                            return isApart ? expireApart(micros) : Future.failedFuture(failure);
                        });
    }

    /** Fails when nothing could be done. */
    private Future<Expiry> expireApart(long micros) {
        Queue<Expiry> done = new ConcurrentLinkedQueue<>();
        return database.run(
                        VOUCHERS,
                        rows -> Rows.all(rows, row -> Columns.number(row, "voucher_id")),
                        micros,
                        MAX_VOUCHERS)
                .compose(vouchers -> Future.fromCompletionStage(OneByOne.tryAll(
                        LANES,
                        vouchers,
                        voucher ->
                                expireOf(voucher, micros).onSuccess(done::add).toCompletionStage())))
                .compose(failure -> {
                    isApart = failure.isPresent();
                    Expiry all = all(List.copyOf(done), !isApart);
                    return isApart && all.orders().isEmpty()
                            ? Future.failedFuture(failure.get())
                            : Future.succeededFuture(all);
                });
    }

    private Future<Expiry> expireOf(long voucher, long micros) {
        return database.inTransactionWithoutGapLocks(
                session -> expire(session, MAX_OF_VOUCHER, DUE_OF_VOUCHER, micros, voucher, MAX_OF_VOUCHER));
    }

    private static Expiry all(List<Expiry> parts, boolean goesOn) {
        return new Expiry(
                parts.stream().flatMap(part -> part.orders().stream()).toList(),
                parts.stream().flatMap(part -> part.releases().stream()).toList(),
                goesOn && parts.stream().anyMatch(Expiry::mayBeMore));
    }

    private static Future<Expiry> expire(DatabaseSession session, int max, String due, Object... values) {
        return session.run(due, values)
                .map(rows -> Rows.all(rows, row -> Columns.number(row, "order_id")))
                .compose(ids -> ids.isEmpty()
                        ? Future.succeededFuture(new Expiry(List.of(), List.of(), false))
                        : expire(session, ids, ids.size() == max));
    }

    private static Future<Expiry> expire(DatabaseSession session, List<Long> due, boolean isFull) {
        StatusChange change = new StatusChange(session, new OrderTransition.Expire());
        return StatusChange.lockFree(session, due)
                .compose(orders -> drop(session, due, orders)
                        .compose(dropped -> change.apply(orders.stream()
                                        .filter(change::isAllowed)
                                        .toList())
                                .map(expired ->
                                        new Expiry(expired.orders(), expired.releases(), isFull && dropped > 0))));
    }

    /** Drops all but those whose orders are locked: also of orders that were paid, deleted, or can't be read. Answers how many. */
    private static Future<Integer> drop(DatabaseSession session, List<Long> due, List<Order> changed) {
        Set<Long> done = changed.stream().map(order -> order.id().value()).collect(Collectors.toSet());
        List<Long> others = due.stream().filter(id -> !done.contains(id)).toList();
        return Rows.in(session, StatusChange.READABLE, others)
                .map(rows -> rows.stream().map(row -> Columns.number(row, "id")).collect(Collectors.toSet()))
                .map(locked -> due.stream().filter(id -> !locked.contains(id)).toList())
                .compose(ids -> Rows.in(session, DROP, ids).map(ids.size()));
    }
}
