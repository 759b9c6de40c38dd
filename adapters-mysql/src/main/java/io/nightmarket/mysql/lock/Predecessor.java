package io.nightmarket.mysql.lock;

import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The previous holder of a token. One that was paused inside of its transaction has rows locked, and would block all others
 * until the server notices; so its connection is ended. It is the one that holds the named lock of the token: the number of a
 * connection would be another one's after a restart of the server, which counts from 1 again.
 */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

    /** No such thread; not its owner; a right is lacking. */
    private static final Set<Integer> TOLERABLE = Set.of(1094, 1095, 1227);

    private final DatabaseSession session;
    private final FencingTokenTable table;
    private final Object resource;

    Predecessor(DatabaseSession session, FencingTokenTable table, Object resource) {
        this.session = session;
        this.table = table;
        this.resource = resource;
    }

    /** Its token; 0 when the resource never had one, whose row is added. */
    Future<Long> token() {
        return session.run(table.last(), resource)
                .map(rows -> Rows.first(rows, row -> Columns.number(row, "fence")))
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture(found.get())
                        : session.run(table.insert(), resource).map(0L));
    }

    /** Ends its connection if it lives. */
    Future<Void> end(long token) {
        return session.run(table.holder(), token, resource).compose(rows -> {
            Long connection = Columns.numberOrNull(Rows.only(rows), "id");
            return connection == null ? Future.succeededFuture() : kill(connection);
        });
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
