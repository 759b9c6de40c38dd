package io.nightmarket.mysql.lock;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes rows that were free for over a day. It walks through the table in portions, by the key that it has anyway: one
 * portion after a number of keys taken, such that it looks at more rows than can have come meanwhile.
 */
final class IdleLeaseCleanup {
    static final int EVERY = 64;
    static final int PORTION = 128;

    private static final Logger LOG = LoggerFactory.getLogger(IdleLeaseCleanup.class);
    private static final String IDLE = "ends_at < UTC_TIMESTAMP(6) - INTERVAL 1 DAY";
    private static final String LOOK =
            "SELECT name, " + IDLE + " AS idle FROM lock_lease WHERE name > ? ORDER BY name LIMIT " + PORTION;

    private final AtomicInteger taken = new AtomicInteger();
    private volatile Buffer reached = Buffer.buffer();

    /** Counts a key that was taken; after a number of them the session removes a portion. Never fails. */
    Future<Void> count(DatabaseSession session) {
        return taken.incrementAndGet() % EVERY == 0 ? portion(session) : Future.succeededFuture();
    }

    private Future<Void> portion(DatabaseSession session) {
        return session.run(LOOK, reached)
                .compose(rows -> {
                    List<Row> seen = Rows.all(rows, row -> row);
                    reached = seen.size() < PORTION
                            ? Buffer.buffer()
                            : seen.getLast().getBuffer("name");
                    return remove(
                            session,
                            seen.stream()
                                    .filter(row -> Columns.number(row, "idle") == 1)
                                    .map(row -> row.getBuffer("name"))
                                    .toList());
                })
                .recover(failure -> {
                    LOG.debug(
                            "Idle leases could not be removed; the next cleanup tries again",
                            DomainFailure.causeOf(failure));
                    return Future.succeededFuture();
                });
    }

    private static Future<Void> remove(DatabaseSession session, List<Buffer> idle) {
        return idle.isEmpty()
                ? Future.succeededFuture()
                : session.run(
                                "DELETE FROM lock_lease WHERE " + IDLE + " AND name IN ("
                                        + Rows.placeholders(idle.size()) + ")",
                                idle)
                        .mapEmpty();
    }
}
