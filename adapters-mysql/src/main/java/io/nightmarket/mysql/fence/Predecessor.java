package io.nightmarket.mysql.fence;

import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The previous holder of a token. One that was paused inside of its transaction has the token's row locked, and would block
 * all others until the server notices; so its connection is ended. Not otherwise: the server counts connections from 1 after
 * a restart, so what was recorded before may be the number of another one.
 */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

    private static final String SELF = "SELECT CONNECTION_ID() AS id, SUBSTRING_INDEX(USER(), '@', 1) AS user";

    /** The one list of connections that every kind of server keeps; it can't be asked for a part of it. */
    private static final String ALIVE = "SHOW PROCESSLIST";

    /** No such thread; not its owner; a right is lacking. */
    private static final Set<Integer> TOLERABLE = Set.of(1094, 1095, 1227);

    /** Without waiting: of MariaDB and of MySQL. */
    static final Set<Integer> LOCKED = Set.of(1205, 3572);

    /** As recorded in the row. */
    record Recorded(long token, long connection) {}

    private final DatabaseSession session;

    Predecessor(DatabaseSession session) {
        this.session = session;
    }

    /** Nothing when the resource never had a token. */
    Future<Optional<Recorded>> find(FencingTokenTable table, Object resource) {
        return session.run(table.recorded(), resource)
                .map(rows -> Rows.first(
                        rows, row -> new Recorded(Columns.number(row, "fence"), Columns.number(row, "connection_id"))));
    }

    /** Ends the connection if it lives and a transaction has the row locked. */
    Future<Void> endIfLocked(FencingTokenTable table, Object resource, Recorded predecessor) {
        return session.run(table.probe(), resource)
                .<Void>mapEmpty()
                .recover(failure ->
                        LOCKED.contains(MySqlFailures.code(failure)) ? end(predecessor) : Future.failedFuture(failure));
    }

    /** Ends the connection if it lives. */
    Future<Void> end(Recorded predecessor) {
        return session.run(SELF)
                .map(rows -> rows.iterator().next())
                .compose(self -> session.command(ALIVE).map(rows -> isOurs(rows, predecessor.connection(), self)))
                .compose(ours -> ours ? kill(predecessor.connection()) : Future.succeededFuture());
    }

    /** Only connections of our own user are ended, never this one. */
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
            LOG.info("The earlier holder's connection {} was not ended: {}", connection, failure.getMessage());
            return Future.succeededFuture();
        });
    }
}
