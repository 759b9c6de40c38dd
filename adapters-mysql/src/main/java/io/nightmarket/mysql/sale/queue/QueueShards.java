package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
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
    private static final String MOVE = "UPDATE queue_shard SET last_ms = ?, last_seq = ? WHERE shard = ?";

    private static final String LOCK_ANY_OF_EPOCH =
            "SELECT last_ms, last_seq FROM queue_shard WHERE shard = ? AND epoch = ? FOR UPDATE";

    private QueueShards() {}

    static Future<Boolean> isOpen(Database database, Epoch epoch) {
        return database.run(OF_EPOCH, rows -> rows.size() == 1, epoch.shard().number(), epoch.number());
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

    static Unavailable closed() {
        return new Unavailable("the shard is closed");
    }

    private static EntryId lastOrClosed(RowSet<Row> rows) {
        return Rows.first(rows, QueueShards::last).orElseThrow(QueueShards::closed);
    }

    static EntryId last(Row row) {
        return new EntryId(Columns.number(row, "last_ms"), Columns.number(row, "last_seq"));
    }

    /** Writes down the last id given out. */
    static Future<Void> move(DatabaseSession session, Shard shard, EntryId last) {
        return session.run(MOVE, last.millis(), last.sequence(), shard.number()).mapEmpty();
    }
}
