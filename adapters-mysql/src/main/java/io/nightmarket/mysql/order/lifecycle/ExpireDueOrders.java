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
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cancels orders whose time to pay is over, the oldest ones of flash sales in one transaction and the oldest ordinary ones in
 * another. While others lock the stock of a sale, those of each sale have a transaction of their own: it holds up no other.
 */
final class ExpireDueOrders {
    private static final String IS_DUE = " WHERE pay_until <= NOW(3)";

    private static final String OLDEST = " ORDER BY pay_until LIMIT ?";

    /** Nodes, and one that stopped, pass over one another's. */
    private static final String OLDEST_FREE = OLDEST + " FOR UPDATE SKIP LOCKED";

    /** Reads no claim of an order that was paid: it has no moment. */
    private static final String FROM_CLAIMS = " FROM order_claim FORCE INDEX (order_claim_of_due)" + IS_DUE;

    private static final String CLAIMS = "SELECT order_id, voucher_id, user_id" + FROM_CLAIMS;
    private static final String FLASH = CLAIMS + OLDEST_FREE;
    /** Locks nothing: it would lock the rows of other sales that it passes on its way through the index. */
    private static final String OF_SALE = CLAIMS + " AND voucher_id = ?" + OLDEST;

    private static final String ORDINARY = "SELECT order_id FROM unpaid_order" + IS_DUE + OLDEST_FREE;
    private static final String SALES = "SELECT DISTINCT voucher_id" + FROM_CLAIMS + " LIMIT ?";

    private static final String DROP_ORDINARY = "DELETE FROM unpaid_order WHERE order_id = ?";
    private static final String DROP_FLASH =
            "UPDATE order_claim SET pay_until = NULL WHERE order_id = ? AND voucher_id = ? AND user_id = ?";

    private static final int MAX_SALES = 100;
    private static final int MAX_OF_SALE = 100;
    private static final int LANES = 4;

    private final Database database;
    private volatile boolean isApart;

    /**
     * Orders that are cancelled in one transaction.
     *
     * @param due reads their keys
     * @param drop ends the time to pay of an order, by what {@code due} reads
     * @param max how many orders at most
     */
    private record Batch(String due, List<Object> values, String drop, int max) {}

    /**
     * What was done in one transaction.
     *
     * @param passedOver whether others lock an order of it
     */
    private record Part(Expiry expiry, boolean passedOver) {}

    ExpireDueOrders(Database database) {
        this.database = database;
    }

    Future<Expiry> expire(int max) {
        return expire(max, isApart, new ConcurrentLinkedQueue<>());
    }

    /**
     * Fails when nothing could be done. Sales stay apart while orders are passed over: a transaction that was given up by time
     * holds its locks until the server ends it, and together the others would be locked with the sale that waits.
     */
    private Future<Expiry> expire(int max, boolean apart, Queue<Part> done) {
        return batches(max, apart)
                .compose(batches -> Future.fromCompletionStage(OneByOne.tryAll(
                        LANES,
                        batches,
                        batch -> expire(batch).onSuccess(done::add).toCompletionStage())))
                .recover(failure -> Future.succeededFuture(Optional.of(failure)))
                .compose(failure -> {
                    boolean passedOver = apart && done.stream().anyMatch(Part::passedOver);
                    isApart = passedOver
                            || failure.filter(cause -> apart || MySqlFailures.mayBeLocked(cause))
                                    .isPresent();
                    return isApart && !apart ? expire(max, true, done) : outcome(done, failure);
                });
    }

    private Future<List<Batch>> batches(int max, boolean apart) {
        Batch ordinary = new Batch(ORDINARY, List.of(max), DROP_ORDINARY, max);
        return apart
                ? database.run(SALES, rows -> Rows.all(rows, row -> Columns.number(row, "voucher_id")), MAX_SALES)
                        .map(sales -> Stream.concat(sales.stream().map(ExpireDueOrders::ofSale), Stream.of(ordinary))
                                .toList())
                : Future.succeededFuture(List.of(new Batch(FLASH, List.of(max), DROP_FLASH, max), ordinary));
    }

    private static Batch ofSale(long voucher) {
        return new Batch(OF_SALE, List.of(voucher, MAX_OF_SALE), DROP_FLASH, MAX_OF_SALE);
    }

    private static Future<Expiry> outcome(Queue<Part> done, Optional<Throwable> failure) {
        List<Expiry> parts = done.stream().map(Part::expiry).toList();
        Expiry all = new Expiry(
                parts.stream().flatMap(part -> part.orders().stream()).toList(),
                parts.stream().flatMap(part -> part.releases().stream()).toList(),
                failure.isEmpty() && parts.stream().anyMatch(Expiry::mayBeMore));
        return failure.isPresent() && all.orders().isEmpty()
                ? Future.failedFuture(failure.get())
                : Future.succeededFuture(all);
    }

    private Future<Part> expire(Batch batch) {
        return database.inTransactionWithoutGapLocks(session -> session.run(batch.due, batch.values)
                .compose(rows -> {
                    List<Row> due = Rows.all(rows, row -> row);
                    return due.isEmpty()
                            ? Future.succeededFuture(new Part(new Expiry(List.of(), List.of(), false), false))
                            : expire(session, batch, due);
                }));
    }

    private static Future<Part> expire(DatabaseSession session, Batch batch, List<Row> due) {
        StatusChange change = new StatusChange(session, OrderTransition.EXPIRE);
        return StatusChange.lockFree(
                        session, due.stream().map(ExpireDueOrders::id).toList())
                .compose(orders -> lockedByOthers(session, due, orders).compose(locked -> {
                    List<Order> unpaid =
                            orders.stream().filter(change::isAllowed).toList();
                    return drop(session, batch, due, unpaid, locked)
                            .compose(_ -> change.apply(unpaid))
                            .map(expired -> new Part(
                                    new Expiry(
                                            expired.orders(),
                                            expired.releases(),
                                            due.size() == batch.max && locked.size() < due.size()),
                                    !locked.isEmpty()));
                }));
    }

    /** The due orders that can be read and were not locked here. */
    private static Future<Set<Long>> lockedByOthers(DatabaseSession session, List<Row> due, List<Order> locked) {
        Set<Long> ours = locked.stream().map(order -> order.id().value()).collect(Collectors.toSet());
        List<Long> others = due.stream()
                .map(ExpireDueOrders::id)
                .filter(id -> !ours.contains(id))
                .toList();
        return Rows.in(session, StatusChange.READABLE, others)
                .map(rows -> rows.stream().map(row -> Columns.number(row, "id")).collect(Collectors.toSet()));
    }

    /** Ends the time to pay of all others: they are gone, can't be read, or are not unpaid. */
    private static Future<?> drop(
            DatabaseSession session, Batch batch, List<Row> due, List<Order> unpaid, Set<Long> locked) {
        Set<Long> expiring = unpaid.stream().map(order -> order.id().value()).collect(Collectors.toSet());
        return Future.join(due.stream()
                .filter(row -> !expiring.contains(id(row)) && !locked.contains(id(row)))
                .map(row -> session.run(batch.drop, key(row)))
                .toList());
    }

    private static List<Long> key(Row row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> Columns.number(row, row.getColumnName(i)))
                .toList();
    }

    private static long id(Row row) {
        return Columns.number(row, "order_id");
    }
}
