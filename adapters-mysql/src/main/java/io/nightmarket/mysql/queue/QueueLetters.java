package io.nightmarket.mysql.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.DeadLetter;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of dead letters. They are numbered; a letter's id is its number, with no milliseconds. */
final class QueueLetters {
    private static final String OF_ENTRY = " WHERE shard = ? AND ms = ? AND seq = ?";
    private static final String MARK = "UPDATE queue_entry SET set_aside = 1" + OF_ENTRY + " AND set_aside = 0";
    private static final String WRITE =
            "INSERT INTO queue_letter (shard, ms, seq, order_id, voucher_id, user_id, at_ms, reason)"
                    + " SELECT shard, ms, seq, order_id, voucher_id, user_id, at_ms, ? FROM queue_entry" + OF_ENTRY;
    private static final String COLUMNS =
            "SELECT number, ms, seq, order_id, voucher_id, user_id, at_ms, reason FROM queue_letter";
    private static final String LIST = COLUMNS + " WHERE shard = ? AND number > ? ORDER BY number LIMIT ?";
    private static final String LOCK = COLUMNS + " WHERE shard = ? AND number = ? FOR UPDATE";
    private static final String REMOVE = "DELETE FROM queue_letter WHERE shard = ? AND number = ?";

    /** A letter whose transaction has it locked, and the purchase in it when it can be read. */
    record Locked(Optional<Purchase> purchase) {}

    private QueueLetters() {}

    /** The mark goes with the entry, so a letter that was purged does not come again. */
    static Future<Void> write(DatabaseSession session, Shard shard, EntryId entry, String reason) {
        return session.run(MARK, shard.number(), entry.millis(), entry.sequence())
                .compose(marked -> marked.rowCount() == 1
                        ? session.run(WRITE, reason, shard.number(), entry.millis(), entry.sequence())
                                .mapEmpty()
                        : Future.succeededFuture());
    }

    static Future<List<DeadLetter>> list(Database database, Shard shard, EntryId after, int max) {
        return database.run(LIST, rows -> Rows.all(rows, QueueLetters::letter), shard.number(), number(after), max);
    }

    static Future<Optional<Locked>> lock(DatabaseSession session, Shard shard, EntryId letter) {
        return session.run(LOCK, shard.number(), number(letter))
                .map(rows -> Rows.first(rows, row -> new Locked(purchase(row))));
    }

    /** False when there is none. */
    static Future<Boolean> remove(DatabaseSession session, Shard shard, EntryId letter) {
        return session.run(REMOVE, shard.number(), number(letter)).map(removed -> removed.rowCount() == 1);
    }

    /** An id that is not of this table stands behind all that are. */
    private static long number(EntryId letter) {
        return letter.millis() == 0 ? letter.sequence() : Long.MAX_VALUE;
    }

    private static DeadLetter letter(Row row) {
        Map<String, String> fields = new HashMap<>();
        Map.of("order", "order_id", "voucher", "voucher_id", "user", "user_id", "at", "at_ms")
                .forEach((field, column) -> {
                    Long value = Columns.numberOrNull(row, column);
                    if (value != null) {
                        fields.put(field, Long.toString(value));
                    }
                });
        return new DeadLetter(
                new EntryId(0, Columns.number(row, "number")),
                new EntryId(Columns.number(row, "ms"), Columns.number(row, "seq")),
                Columns.text(row, "reason"),
                fields);
    }

    private static Optional<Purchase> purchase(Row row) {
        long order = Columns.number(row, "order_id");
        long voucher = Columns.number(row, "voucher_id");
        long user = Columns.number(row, "user_id");
        return order > 0 && voucher > 0 && user > 0
                ? Optional.of(new Purchase(new OrderId(order), new VoucherId(voucher), new UserId(user)))
                : Optional.empty();
    }
}
