package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table of entries. It is read by cursor, without locks: an entry becomes visible with its transaction, and
 * {@link QueueShards} sees to it that none with a smaller id comes later. SKIP LOCKED, by which queues in tables share
 * entries out among consumers, would break this: a reader would pass over what another holds, and never come back.
 *
 * <p>Entries are removed by statements that commit by themselves, so that a node which is paused keeps none locked.
 */
final class QueueEntries {
    /** The most entries removed by one statement. */
    private static final int SLICE = 500;

    private static final String APPEND =
            "INSERT INTO queue_entry (shard, ms, seq, order_id, voucher_id, user_id, at_ms) VALUES";
    /** Written so that both ranges of the key are found at once, and in order. */
    private static final String READ = "SELECT ms, seq, order_id, voucher_id, user_id, at_ms FROM queue_entry"
            + " WHERE shard = ? AND ((ms = ? AND seq > ?) OR ms > ?) ORDER BY ms, seq LIMIT ?";

    private static final String REMOVE = "DELETE FROM queue_entry"
            + " WHERE shard = ? AND (ms < ? OR (ms = ? AND seq <= ?)) ORDER BY ms, seq LIMIT " + SLICE;
    private static final String ACKNOWLEDGED = "SELECT seq FROM queue_acknowledged WHERE shard = ?";

    /** Assignments are made from left to right: the first sees the row as it was. */
    private static final String ACKNOWLEDGE = "INSERT INTO queue_acknowledged (shard, ms, seq) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE seq = IF(? > ms, ?, IF(? = ms, GREATEST(seq, ?), seq)), ms = GREATEST(ms, ?)";

    private static final String OF_ORDER = "SELECT user_id FROM queue_entry WHERE order_id = ? AND shard = ? LIMIT 1";
    private static final String WAITING = "SELECT order_id FROM queue_entry WHERE shard = ? AND order_id IN";
    private static final String OF_SALE =
            "SELECT 1 FROM queue_entry WHERE shard = ? AND (voucher_id = ? OR voucher_id IS NULL) LIMIT 1";

    private QueueEntries() {}

    /** Appends the orders behind the last id given out, in a transaction that holds the shard's row. */
    static Future<Void> append(
            DatabaseSession session, Shard shard, EntryId last, Instant now, List<Purchase> purchases) {
        long millis = Math.max(now.toEpochMilli(), last.millis());
        long sequence = last.sequence();
        List<List<?>> rows = new ArrayList<>();
        for (Purchase purchase : purchases) {
            sequence++;
            rows.add(List.of(
                    shard.number(),
                    millis,
                    sequence,
                    purchase.order().value(),
                    purchase.voucher().value(),
                    purchase.buyer().value(),
                    now.toEpochMilli()));
        }
        return Future.join(
                        Rows.insert(session, APPEND, rows),
                        QueueShards.move(session, shard, new EntryId(millis, sequence)))
                .mapEmpty();
    }

    static Future<List<QueueEntry>> read(Database database, Shard shard, EntryId after, int max) {
        return database.run(
                READ,
                rows -> Rows.all(rows, QueueEntries::entry),
                shard.number(),
                after.millis(),
                after.sequence(),
                after.millis(),
                max);
    }

    static Future<Void> acknowledge(Database database, Shard shard, EntryId last) {
        return remove(database, shard, last)
                .compose(_ -> database.run(
                        ACKNOWLEDGE,
                        rows -> rows,
                        shard.number(),
                        last.millis(),
                        last.sequence(),
                        last.millis(),
                        last.sequence(),
                        last.millis(),
                        last.sequence(),
                        last.millis()))
                .mapEmpty();
    }

    private static Future<Void> remove(Database database, Shard shard, EntryId last) {
        return database.run(
                        REMOVE,
                        removed -> removed.rowCount(),
                        shard.number(),
                        last.millis(),
                        last.millis(),
                        last.sequence())
                .compose(removed -> removed < SLICE ? Future.succeededFuture() : remove(database, shard, last));
    }

    /** The sequence of the last entry acknowledged; what is read late is smaller. */
    static Future<Long> acknowledged(DatabaseSession session, Shard shard) {
        return session.run(ACKNOWLEDGED, shard.number()).map(rows -> Rows.number(rows, "seq"));
    }

    static Future<Optional<UserId>> find(Database database, Shard shard, OrderId order) {
        return database.run(
                OF_ORDER,
                rows -> Rows.first(rows, row -> new UserId(Columns.number(row, "user_id"))),
                order.value(),
                shard.number());
    }

    /** Those of the orders that wait. */
    static Future<Set<OrderId>> waiting(DatabaseSession session, Shard shard, Set<OrderId> orders) {
        List<Long> ids = orders.stream().map(OrderId::value).toList();
        return Rows.in(session, WAITING, List.of(shard.number()), ids)
                .map(rows -> rows.stream()
                        .map(row -> new OrderId(Columns.number(row, "order_id")))
                        .collect(Collectors.toSet()));
    }

    /** Whether an entry waits that is of this sale, or may be. */
    static Future<Boolean> anyOf(DatabaseSession session, Shard shard, VoucherId voucher) {
        return session.run(OF_SALE, shard.number(), voucher.value()).map(rows -> rows.size() > 0);
    }

    /** What is wrong with a row is reported for this entry alone, and hinders no other. */
    private static QueueEntry entry(Row row) {
        EntryId id = new EntryId(Columns.number(row, "ms"), Columns.number(row, "seq"));
        long order = Columns.number(row, "order_id");
        long voucher = Columns.number(row, "voucher_id");
        long user = Columns.number(row, "user_id");
        long at = Columns.number(row, "at_ms");
        return order > 0 && voucher > 0 && user > 0 && at > 0
                ? new QueueEntry.QueuedOrder(
                        id,
                        new Purchase(new OrderId(order), new VoucherId(voucher), new UserId(user)),
                        Instant.ofEpochMilli(at))
                : new QueueEntry.Malformed(
                        id, "order " + order + ", voucher " + voucher + ", user " + user + ", at " + at);
    }
}
