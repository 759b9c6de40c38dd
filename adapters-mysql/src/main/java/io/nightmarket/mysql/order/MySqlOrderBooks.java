package io.nightmarket.mysql.order;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Makes writers, each with a connection of its own. */
public final class MySqlOrderBooks implements OrderBooks {
    private static final String INSERT_SHARD =
            "INSERT INTO order_shard (shard, fence, connection_id, last_ms, last_seq) VALUES (?, 0, 0, 0, 0)"
                    + " ON DUPLICATE KEY UPDATE shard = shard";
    private static final String RAISE_FENCE =
            "UPDATE order_shard SET fence = fence + 1, connection_id = CONNECTION_ID() WHERE shard = ?";
    static final String READ_SHARD = "SELECT fence, last_ms, last_seq FROM order_shard WHERE shard = ?";

    private final Databases databases;

    public MySqlOrderBooks(Databases databases) {
        this.databases = databases;
    }

    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        Database own = databases.dedicated();
        return own.session()
                .<Writer>compose(session -> takeOver(own, session, shard).onFailure(_ -> session.cut()))
                .recover(failure -> own.close().transform(_ -> Future.failedFuture(failure)))
                .toCompletionStage();
    }

    static EntryId last(Row row) {
        return new EntryId(Columns.number(row, "last_ms"), Columns.number(row, "last_seq"));
    }

    /**
     * With autocommit off, nothing that is sent behind a statement which made the server roll back can stay: only a
     * COMMIT after all answers makes it stand. Reads see what others committed, not the past.
     */
    private static Future<Writer> takeOver(Database own, DatabaseSession session, Shard shard) {
        return session.command("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
                .compose(_ -> new Predecessor(session, shard).end())
                .compose(known -> known ? Future.succeededFuture() : insertShard(session, shard))
                .compose(_ -> session.command("SET autocommit = 0"))
                .compose(_ -> session.run(RAISE_FENCE, shard.number()))
                .compose(_ -> session.run(READ_SHARD, shard.number()))
                .map(rows -> Rows.first(rows, row -> writer(own, session, shard, row)))
                .compose(writer -> session.command("COMMIT").map(_ -> present(writer)));
    }

    private static Future<Void> insertShard(DatabaseSession session, Shard shard) {
        return session.run(INSERT_SHARD, shard.number()).mapEmpty();
    }

    private static Writer writer(Database own, DatabaseSession session, Shard shard, Row row) {
        return new MySqlWriter(own, new FencedWork(session, shard, Columns.number(row, "fence")), last(row));
    }

    private static Writer present(Optional<Writer> writer) {
        return writer.orElseThrow(() -> new IllegalStateException("the shard's row was written and is not there"));
    }
}
