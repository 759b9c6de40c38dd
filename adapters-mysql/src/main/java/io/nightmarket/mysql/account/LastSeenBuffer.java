package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Flushes;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Activity of sessions on its way to the database: the newest of each session, written together at
 * intervals. What arrives while it is full, or can't be written, is dropped: the promise allows that.
 */
public final class LastSeenBuffer {
    /** How often the buffered activity is written. */
    public static final long FLUSH_MILLIS = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(LastSeenBuffer.class);
    private static final int MAX_BUFFERED = 20_000;
    private static final int SESSIONS_PER_STATEMENT = 250;

    private final Database database;
    private Map<SessionId, Instant> buffered = new HashMap<>();
    private final Flushes flushes = new Flushes(this::writeBuffered);
    private boolean failing;

    public LastSeenBuffer(Database database) {
        this.database = database;
    }

    synchronized void add(SessionId id, Instant seen) {
        if (buffered.size() < MAX_BUFFERED || buffered.containsKey(id)) {
            buffered.merge(id, seen, (one, other) -> one.isAfter(other) ? one : other);
        }
    }

    public Flushes flushes() {
        return flushes;
    }

    private Future<Void> writeBuffered() {
        Map<SessionId, Instant> batch = nextBatch();
        if (batch.isEmpty()) {
            return Future.succeededFuture();
        }
        Future<Void> written = Future.succeededFuture();
        for (List<Map.Entry<SessionId, Instant>> part : batch.entrySet().stream()
                .gather(Gatherers.windowFixed(SESSIONS_PER_STATEMENT))
                .toList()) {
            written = written.compose(_ -> writePart(part));
        }
        return written.transform(this::noteOutcome);
    }

    private synchronized Map<SessionId, Instant> nextBatch() {
        Map<SessionId, Instant> batch = buffered;
        buffered = new HashMap<>();
        return batch;
    }

    private Future<Void> writePart(List<Map.Entry<SessionId, Instant>> part) {
        List<Object> values = new ArrayList<>();
        for (Map.Entry<SessionId, Instant> seen : part) {
            values.add(seen.getKey().value());
            values.add(Columns.millis(seen.getValue()));
        }
        part.forEach(seen -> values.add(seen.getKey().value()));
        String sql = "UPDATE user_session SET last_seen_at = GREATEST(last_seen_at, CASE id"
                + " WHEN ? THEN CAST(? AS DATETIME(3))".repeat(part.size())
                + " ELSE last_seen_at END) WHERE id IN (" + Rows.placeholders(part.size()) + ")";
        return database.run(sql, rows -> rows, values.toArray()).mapEmpty();
    }

    /** One line when writing begins to fail and one when it works again. */
    private synchronized Future<Void> noteOutcome(Void done, Throwable failure) {
        if (failure != null && !failing) {
            LOG.warn("activity of sessions can't be written", failure);
        } else if (failure == null && failing) {
            LOG.info("activity of sessions is written again");
        }
        failing = failure != null;
        return Future.succeededFuture();
    }
}
