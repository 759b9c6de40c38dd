package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;

/** Epochs of the shards in tables. */
final class MySqlQueueEpochs implements QueueEpochs {
    private static final String LOCK_REBUILDING =
            "SELECT last_ms FROM queue_shard WHERE shard = ? AND let_in = 0 AND epoch = ? FOR UPDATE";

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

    private static final String OPEN = "UPDATE queue_shard SET let_in = 1,"
            + " last_seq = IF(? >= last_ms, GREATEST(last_seq, ?), last_seq), last_ms = GREATEST(last_ms, ?)"
            + " WHERE shard = ? AND epoch = ?";

    private final QueueTables tables;

    MySqlQueueEpochs(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return QueueShards.isOpen(tables.database(), epoch).toCompletionStage();
    }

    /** Makes the row of a new shard. */
    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        int shard = epoch.shard().number();
        long number = epoch.number();
        return tables.inTransaction(session -> session.run(BEFORE, shard)
                .map(rows -> Rows.number(rows, "epoch"))
                .compose(before -> session.run(BEGIN_EPOCH, shard, number, number, number)
                        .compose(_ -> session.run(LAST, shard, shard, number))
                        .map(rows -> Rows.first(
                                        rows,
                                        row -> new BegunEpoch(
                                                QueueShards.last(row), before, Columns.number(row, "waiting")))
                                .orElseThrow(() -> new Conflict("a later epoch than " + epoch + " was begun")))));
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        return tables.onSale(
                        MySqlQueueEpochs::lockRebuilding,
                        epoch,
                        voucher,
                        false,
                        (session, sale) -> QueueSales.remove(session, sale).map(true))
                .thenAccept(_ -> tables.sweep().start());
    }

    /** Its ids stand in the database that knows the last one settled: neither is ever set back without the other. */
    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        return tables.inTransaction(session -> lockRebuilding(session, epoch));
    }

    private static Future<Void> lockRebuilding(DatabaseSession session, Epoch epoch) {
        return session.run(LOCK_REBUILDING, epoch.shard().number(), epoch.number())
                .compose(rows -> rows.size() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Conflict("the shard is not being rebuilt for " + epoch)));
    }

    /** Raises the row so that entries come after the last one settled. */
    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        return tables.inTransaction(session -> session.run(
                        OPEN,
                        lastSettled.millis(),
                        lastSettled.sequence(),
                        lastSettled.millis(),
                        epoch.shard().number(),
                        epoch.number())
                .compose(changed -> changed.rowCount() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Conflict("the shard was not prepared for " + epoch))));
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        return tables.database().write(CLOSE, epoch.shard().number(), epoch.number());
    }
}
