package io.nightmarket.mysql.order;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whoever wrote a shard before. A writer that was paused inside of its transaction holds the lock of the shard's row,
 * and would keep everybody out until the server misses it; so its connection is ended.
 */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);
    private static final String RECORDED = "SELECT connection_id FROM order_shard WHERE shard = ?";

    private static final String SELF = "SELECT CONNECTION_ID() AS id, SUBSTRING_INDEX(USER(), '@', 1) AS user";

    /** The one list of connections that every kind of server keeps; it can't be asked for a part of it. */
    private static final String ALIVE = "SHOW PROCESSLIST";

    /** No such thread; not its owner; a right is lacking. */
    private static final Set<Integer> TOLERABLE = Set.of(1094, 1095, 1227);

    private final DatabaseSession session;
    private final Shard shard;

    Predecessor(DatabaseSession session, Shard shard) {
        this.session = session;
        this.shard = shard;
    }

    /** Ends the connection if it lives; false when the shard was never written. */
    Future<Boolean> end() {
        return session.run(RECORDED, shard.number())
                .map(rows -> Rows.first(rows, row -> Columns.number(row, "connection_id")))
                .compose(recorded -> recorded.isEmpty()
                        ? Future.succeededFuture(false)
                        : endIfAlive(recorded.get()).map(true));
    }

    private Future<Void> endIfAlive(long connection) {
        return session.run(SELF)
                .map(rows -> rows.iterator().next())
                .compose(self -> session.command(ALIVE).map(rows -> isOurs(rows, connection, self)))
                .compose(ours -> ours ? kill(connection) : Future.succeededFuture());
    }

    /** The server gives numbers anew after a restart: only connections of our own user are ended, never this one. */
    private static boolean isOurs(RowSet<Row> alive, long connection, Row self) {
        String user = Columns.text(self, "user");
        return connection != Columns.number(self, "id")
                && Rows.all(alive, row -> row).stream()
                        .anyMatch(row ->
                                Columns.number(row, "Id") == connection && user.equals(Columns.text(row, "User")));
    }

    private Future<Void> kill(long connection) {
        return session.command("KILL " + connection).<Void>mapEmpty().recover(failure -> {
            if (!TOLERABLE.contains(MySqlFailures.code(failure))) {
                return Future.failedFuture(failure);
            }
            LOG.info("the earlier writer of shard {} was not ended: {}", shard.number(), failure.getMessage());
            return Future.succeededFuture();
        });
    }
}
