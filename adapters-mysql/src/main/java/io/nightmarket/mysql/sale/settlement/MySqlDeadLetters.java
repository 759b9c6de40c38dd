package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of dead letters, whatever holds the queue. */
public final class MySqlDeadLetters implements DeadLetters {
    private static final int LONGEST_REASON = 1_000;
    private static final String COLUMNS =
            "SELECT id, shard, entry_ms, entry_seq, order_id, voucher_id, user_id, reason FROM dead_letter WHERE ";
    private static final String LIST = COLUMNS + "id > ? ORDER BY id LIMIT ?";
    private static final String FIND = COLUMNS + "id = ?";
    private static final String REMOVE = "DELETE FROM dead_letter WHERE id = ?";

    /** Gives the row a new id, so that a late removal of the old one changes nothing. */
    private static final String WRITE = "REPLACE INTO dead_letter"
            + " (shard, entry_ms, entry_seq, order_id, voucher_id, user_id, reason) VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String REQUEST_SKIP =
            "INSERT INTO dead_letter (shard, order_id, reason) VALUES (?, ?, 'skip requested')"
                    + " ON DUPLICATE KEY UPDATE entry_ms = NULL, entry_seq = NULL";
    private static final String SKIP_REQUESTS = "SELECT order_id FROM dead_letter WHERE shard = ? AND entry_ms IS NULL";

    private static final String END_SKIPS = "DELETE FROM dead_letter WHERE entry_ms IS NULL"
            + " AND (EXISTS (SELECT 1 FROM tb_voucher_order o WHERE o.id = dead_letter.order_id)"
            + " OR EXISTS (SELECT 1 FROM order_rejection r WHERE r.order_id = dead_letter.order_id))";

    /** Keeps the writer from settling the order meanwhile; its holder locks other rows after. */
    private static final String LOCK_SHARD = "SELECT shard FROM order_shard WHERE shard = ? FOR UPDATE";

    private static final String SETTLED =
            "SELECT id FROM tb_voucher_order WHERE id = ? AND user_id = ? AND voucher_id = ?";

    private final Database database;

    public MySqlDeadLetters(Database database) {
        this.database = database;
    }

    /** Within the transaction of the shard's writer. */
    static Future<Void> write(DatabaseSession session, Shard shard, QueueEntry entry, String reason) {
        QueuedOrder order = entry instanceof QueuedOrder queued ? queued : null;
        return session.run(
                        WRITE,
                        Arrays.<@Nullable Object>asList(
                                shard.number(),
                                entry.id().millis(),
                                entry.id().sequence(),
                                order == null ? null : order.order().value(),
                                order == null ? null : order.voucher().value(),
                                order == null ? null : order.buyer().value(),
                                reason.substring(0, Math.min(reason.length(), LONGEST_REASON))))
                .mapEmpty();
    }

    static Future<Set<OrderId>> skipRequests(DatabaseSession session, Shard shard) {
        return session.run(SKIP_REQUESTS, shard.number())
                .map(rows -> Rows.all(rows, row -> new OrderId(Columns.number(row, "order_id"))).stream()
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public CompletionStage<List<DeadLetter>> list(long after, int max) {
        return database.answer(LIST, rows -> Rows.all(rows, MySqlDeadLetters::letter), after, max);
    }

    @Override
    public CompletionStage<Optional<DeadLetter>> find(long id) {
        return database.answer(FIND, rows -> Rows.first(rows, MySqlDeadLetters::letter), id);
    }

    @Override
    public CompletionStage<Boolean> remove(long id) {
        return database.answer(REMOVE, removed -> removed.rowCount() == 1, id);
    }

    @Override
    public CompletionStage<Void> requestSkip(Shard shard, OrderId order) {
        return database.write(REQUEST_SKIP, shard.number(), order.value());
    }

    @Override
    public CompletionStage<Void> endSkips() {
        return database.write(END_SKIPS);
    }

    @Override
    public CompletionStage<Boolean> purge(long id) {
        return database.run(FIND, rows -> Rows.first(rows, MySqlDeadLetters::letter), id)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(false)
                        : database.inTransaction(session -> purge(session, found.get())))
                .toCompletionStage();
    }

    private static Future<Boolean> purge(DatabaseSession session, DeadLetter letter) {
        return session.run(LOCK_SHARD, letter.shard().number())
                .compose(_ -> session.run(REMOVE, letter.id()))
                .compose(removed -> removed.rowCount() == 0
                        ? Future.succeededFuture(false)
                        : letter.replayable()
                                .map(purchase -> rejectUnlessSettled(session, letter.shard(), purchase))
                                .orElseGet(Future::succeededFuture)
                                .map(true));
    }

    private static Future<Void> rejectUnlessSettled(DatabaseSession session, Shard shard, Purchase purchase) {
        return session.run(
                        SETTLED,
                        purchase.order().value(),
                        purchase.buyer().value(),
                        purchase.voucher().value())
                .compose(rows -> rows.size() > 0
                        ? Future.succeededFuture()
                        : new UnsoldOrders(session, shard).insert(unwritable(purchase)));
    }

    private static BatchOutcome unwritable(Purchase purchase) {
        QueuedOrder order = new QueuedOrder(EntryId.ZERO, purchase, Instant.EPOCH);
        BatchOutcome batch = new BatchOutcome(List.of(order));
        batch.reject(order, RejectionReason.UNWRITABLE);
        return batch;
    }

    private static DeadLetter letter(Row row) {
        Long millis = Columns.numberOrNull(row, "entry_ms");
        Long order = Columns.numberOrNull(row, "order_id");
        Long voucher = Columns.numberOrNull(row, "voucher_id");
        OrderId id = order == null ? null : new OrderId(order);
        return new DeadLetter(
                Columns.number(row, "id"),
                new Shard(Columns.small(row, "shard")),
                millis == null ? null : new EntryId(millis, Columns.number(row, "entry_seq")),
                id,
                id == null || voucher == null
                        ? null
                        : new Purchase(id, new VoucherId(voucher), new UserId(Columns.number(row, "user_id"))),
                Columns.text(row, "reason"));
    }
}
