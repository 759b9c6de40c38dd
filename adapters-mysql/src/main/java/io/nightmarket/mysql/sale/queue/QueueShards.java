package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * The table of shards: of each the last entry id that was given out. A statement that gives out more holds the row
 * until the commit, so entries of a shard become visible in the order of their ids. Without a row, or with one that
 * says so, no buyer is admitted.
 *
 * <p>The sequence of an id goes on over the milliseconds: of two ids it tells how many entries lie between.
 */
final class QueueShards {
    private static final String LET_IN = "SELECT last_ms, last_seq FROM queue_shard WHERE shard = ? AND let_in = 1";
    private static final String OF_EPOCH = LET_IN + " AND epoch = ?";
    private static final String LOCK_OF_EPOCH = OF_EPOCH + " FOR UPDATE";
    private static final String LOCK_REBUILDING =
            "SELECT last_ms FROM queue_shard WHERE shard = ? AND let_in = 0 AND epoch = ? FOR UPDATE";
    private static final String MOVE = "UPDATE queue_shard SET last_ms = ?, last_seq = ? WHERE shard = ?";

    /** Assignments are made from left to right: the first sees the row as it was. */
    private static final String BEGIN_EPOCH = "INSERT INTO queue_shard (shard, last_ms, last_seq, epoch, let_in)"
            + " VALUES (?, 0, 0, ?, 0) ON DUPLICATE KEY UPDATE let_in = IF(epoch < ?, 0, let_in),"
            + " epoch = GREATEST(epoch, ?)";

    private static final String CLOSE = "UPDATE queue_shard SET let_in = 0 WHERE shard = ? AND epoch = ?";

    private static final String BEFORE =
            "SELECT IF(let_in = 1, epoch, 0) AS epoch FROM queue_shard WHERE shard = ? FOR UPDATE";

    private static final String LAST = "SELECT last_ms, last_seq,"
            + " (SELECT COUNT(*) FROM queue_entry e WHERE e.shard = ?) AS waiting"
            + " FROM queue_shard WHERE shard = ? AND epoch = ?";

    private static final String LOCK_ANY_OF_EPOCH =
            "SELECT last_ms, last_seq FROM queue_shard WHERE shard = ? AND epoch = ? FOR UPDATE";

    private static final String OPEN = "UPDATE queue_shard SET let_in = 1,"
            + " last_seq = IF(? >= last_ms, GREATEST(last_seq, ?), last_seq), last_ms = GREATEST(last_ms, ?)"
            + " WHERE shard = ? AND epoch = ?";

    private QueueShards() {}

    static Future<Boolean> isOpen(Database database, Epoch epoch) {
        return database.run(OF_EPOCH, rows -> rows.size() == 1, epoch.shard().number(), epoch.number());
    }

    /** Begins an epoch, unless a later one was; makes the row. Answers the last id given out. */
    static Future<BegunEpoch> beginEpoch(DatabaseSession session, Epoch epoch) {
        int shard = epoch.shard().number();
        return session.run(BEFORE, shard)
                .map(rows ->
                        Rows.first(rows, row -> Columns.number(row, "epoch")).orElse(0L))
                .compose(before -> session.run(BEGIN_EPOCH, shard, epoch.number(), epoch.number(), epoch.number())
                        .compose(_ -> session.run(LAST, shard, shard, epoch.number()))
                        .map(rows -> Rows.first(
                                        rows, row -> new BegunEpoch(last(row), before, Columns.number(row, "waiting")))
                                .orElseThrow(() -> new Conflict("a later epoch than " + epoch + " was begun"))));
    }

    /** Closes a shard of this epoch. */
    static Future<Void> close(Database database, Epoch epoch) {
        return database.run(CLOSE, rows -> rows, epoch.shard().number(), epoch.number())
                .mapEmpty();
    }

    /** Lets buyers in, and raises the row so that entries come after this one. */
    static Future<Void> open(DatabaseSession session, Epoch epoch, EntryId last) {
        return session.run(
                        OPEN,
                        last.millis(),
                        last.sequence(),
                        last.millis(),
                        epoch.shard().number(),
                        epoch.number())
                .compose(changed -> changed.rowCount() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Conflict("the shard was not prepared for " + epoch)));
    }

    /** Locks the row and answers the last id given out. Fails with {@code Unavailable} while the shard is closed or of another epoch. */
    static Future<EntryId> lock(DatabaseSession session, Epoch epoch) {
        return session.run(LOCK_OF_EPOCH, epoch.shard().number(), epoch.number())
                .map(QueueShards::lastOrClosed);
    }

    /** As {@link #lock}, also while the epoch is being prepared. */
    static Future<EntryId> lockOfEpoch(DatabaseSession session, Epoch epoch) {
        return session.run(LOCK_ANY_OF_EPOCH, epoch.shard().number(), epoch.number())
                .map(QueueShards::lastOrClosed);
    }

    /** Locks the row of a shard that is being rebuilt for this epoch; fails with {@code Conflict} when it is not. */
    static Future<Void> lockRebuilding(DatabaseSession session, Epoch epoch) {
        return session.run(LOCK_REBUILDING, epoch.shard().number(), epoch.number())
                .compose(rows -> rows.size() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Conflict("the shard is not being rebuilt for " + epoch)));
    }

    static Unavailable closed() {
        return new Unavailable("the shard is closed");
    }

    private static EntryId lastOrClosed(RowSet<Row> rows) {
        return Rows.first(rows, QueueShards::last).orElseThrow(QueueShards::closed);
    }

    private static EntryId last(Row row) {
        return new EntryId(Columns.number(row, "last_ms"), Columns.number(row, "last_seq"));
    }

    /** Writes down the last id given out. */
    static Future<Void> move(DatabaseSession session, Shard shard, EntryId last) {
        return session.run(MOVE, last.millis(), last.sequence(), shard.number()).mapEmpty();
    }
}
