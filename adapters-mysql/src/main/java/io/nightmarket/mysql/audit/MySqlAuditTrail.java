package io.nightmarket.mysql.audit;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events in audit_event, gathered and written together. What can't be written is tried again; beyond 10,000 that wait the
 * newest are dropped, of which the log says how many. Safe for use by several threads.
 */
public final class MySqlAuditTrail implements AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlAuditTrail.class);
    private static final int MAX_GATHERED = 10_000;
    private static final int MAX_BATCH = 1_000;
    private static final String INSERT =
            "INSERT INTO audit_event (at, actor, address, action, subject, outcome) VALUES";
    private static final String LIST =
            "SELECT id, at, actor, address, action, subject, outcome FROM audit_event WHERE id < ?";

    private final Database database;
    private final ArrayDeque<AuditEvent> gathered = new ArrayDeque<>();
    private Future<Void> lastFlush = Future.succeededFuture();
    private long dropped;

    public MySqlAuditTrail(Database database) {
        this.database = database;
    }

    @Override
    public synchronized void record(AuditEvent event) {
        if (gathered.size() < MAX_GATHERED) {
            gathered.add(event);
        } else {
            dropped++;
        }
    }

    /** Writes what was gathered, after what is being written. Never fails. */
    public synchronized Future<Void> flush() {
        if (lastFlush.isComplete() && !gathered.isEmpty()) {
            List<AuditEvent> batch = new ArrayList<>();
            while (!gathered.isEmpty() && batch.size() < MAX_BATCH) {
                batch.add(gathered.poll());
            }
            lastFlush = write(batch).recover(failure -> {
                keep(batch, failure);
                return Future.succeededFuture();
            });
        }
        return lastFlush;
    }

    private Future<Void> write(List<AuditEvent> batch) {
        List<List<?>> rows =
                batch.stream().<List<?>>map(MySqlAuditTrail::values).toList();
        return database.inTransaction(session -> Rows.insert(session, INSERT, rows));
    }

    private static List<?> values(AuditEvent event) {
        return Arrays.asList(
                Columns.millis(event.at()),
                event.actor().map(UserId::value).orElse(null),
                event.address(),
                event.action(),
                event.subject(),
                event.outcome());
    }

    private synchronized void keep(List<AuditEvent> batch, Throwable failure) {
        batch.reversed().forEach(gathered::addFirst);
        LOG.warn("{} audit events wait to be written, {} were dropped", gathered.size(), dropped, failure);
    }

    @Override
    public CompletionStage<List<Recorded>> list(Filter filter, long before, int size) {
        StringBuilder sql = new StringBuilder(LIST);
        List<Object> values = new ArrayList<>(List.of(before));
        filter.actor().ifPresent(actor -> {
            sql.append(" AND actor = ?");
            values.add(actor.value());
        });
        filter.action().ifPresent(action -> {
            sql.append(" AND action = ?");
            values.add(action);
        });
        sql.append(" ORDER BY id DESC LIMIT ?");
        values.add(size);
        return flush().compose(_ -> database.run(
                        sql.toString(), rows -> Rows.all(rows, MySqlAuditTrail::recorded), values.toArray()))
                .toCompletionStage();
    }

    private static Recorded recorded(Row row) {
        return new Recorded(
                Columns.number(row, "id"),
                new AuditEvent(
                        Columns.time(row, "at"),
                        Optional.ofNullable(Columns.numberOrNull(row, "actor")).map(UserId::new),
                        Columns.text(row, "address"),
                        Columns.text(row, "action"),
                        Columns.text(row, "subject"),
                        Columns.text(row, "outcome")));
    }
}
