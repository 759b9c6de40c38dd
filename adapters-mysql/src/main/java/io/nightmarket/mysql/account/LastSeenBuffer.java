package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Activity of sessions on its way to the database: gathered, the newest of each session kept, and written together now
 * and then. Of what comes when it is full, or can't be written, nothing is kept: the promise allows that.
 */
public final class LastSeenBuffer {
    /** How often the gathered activity is written. */
    public static final long FLUSH_MILLIS = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(LastSeenBuffer.class);
    private static final int MAX_GATHERED = 20_000;
    private static final int SESSIONS_PER_STATEMENT = 250;

    private final Database database;
    private Map<SessionId, Instant> gathered = new HashMap<>();
    private Future<Void> lastFlush = Future.succeededFuture();
    private boolean failing;

    public LastSeenBuffer(Database database) {
        this.database = database;
    }

    synchronized void add(SessionId id, Instant seen) {
        if (gathered.size() < MAX_GATHERED || gathered.containsKey(id)) {
            gathered.merge(id, seen, (one, other) -> one.isAfter(other) ? one : other);
        }
    }

    /** Begins to write what was gathered, unless that is under way, and waits for it. Never fails. */
    public synchronized Future<Void> flush() {
        if (!lastFlush.isComplete()) {
            return lastFlush;
        }
        if (!gathered.isEmpty()) {
            List<Map.Entry<SessionId, Instant>> batch = List.copyOf(gathered.entrySet());
            gathered = new HashMap<>();
            lastFlush = write(batch, 0).transform(this::noteOutcome);
        }
        return lastFlush;
    }

    /** Writes all that was gathered before the call: what came during a flush waits for the next one. Never fails. */
    public Future<Void> flushAll() {
        return flush().compose(_ -> flush());
    }

    private Future<Void> write(List<Map.Entry<SessionId, Instant>> batch, int from) {
        if (from >= batch.size()) {
            return Future.succeededFuture();
        }
        int to = Math.min(batch.size(), from + SESSIONS_PER_STATEMENT);
        return writePart(batch.subList(from, to)).compose(_ -> write(batch, to));
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
