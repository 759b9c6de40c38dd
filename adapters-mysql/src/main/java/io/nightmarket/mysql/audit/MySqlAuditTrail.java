package io.nightmarket.mysql.audit;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Flushes;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events in audit_event, buffered and written together. What can't be written is tried again; beyond 10,000 that wait the
 * newest are dropped, refusals of strangers beyond 8,000; the log says how many. An event that the tables refuse is
 * dropped and logged. Safe for use by several threads.
 */
public final class MySqlAuditTrail implements AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlAuditTrail.class);
    private static final int MAX_BUFFERED = 10_000;
    private static final int MAX_REFUSALS = 8_000;
    private static final int MAX_BATCH = 1_000;
    private static final String INSERT =
            "INSERT INTO audit_event (at, actor, address, action, subject, outcome) VALUES";
    private static final String PRUNE = "DELETE FROM audit_event WHERE at < ? ORDER BY at LIMIT 1000";
    private static final String LIST =
            "SELECT id, at, actor, address, action, subject, outcome, reason, before_change, after_change"
                    + " FROM audit_event WHERE id < ?";

    private final Database database;
    private final ArrayDeque<AuditEvent> buffered = new ArrayDeque<>();
    private final Flushes flushes = new Flushes(this::writeBuffered);
    private long dropped;

    public MySqlAuditTrail(Database database) {
        this.database = database;
    }

    @Override
    public void record(AuditEvent event) {
        add(event, MAX_BUFFERED);
    }

    @Override
    public void recordRefusal(AuditEvent event) {
        add(event, MAX_REFUSALS);
    }

    private synchronized void add(AuditEvent event, int max) {
        if (buffered.size() < max) {
            buffered.add(event);
        } else {
            dropped++;
        }
    }

    public Flushes flushes() {
        return flushes;
    }

    private Future<Void> writeBuffered() {
        Deque<AuditEvent> batch = nextBatch();
        boolean full = batch.size() == MAX_BATCH;
        return write(List.copyOf(batch))
                .recover(failure -> isRefused(failure) ? writeSingly(batch) : Future.failedFuture(failure))
                .compose(_ -> full ? writeBuffered() : Future.succeededFuture(), failure -> {
                    keep(batch, failure);
                    return Future.succeededFuture();
                });
    }

    private synchronized Deque<AuditEvent> nextBatch() {
        Deque<AuditEvent> batch = new ArrayDeque<>();
        while (!buffered.isEmpty() && batch.size() < MAX_BATCH) {
            batch.add(buffered.poll());
        }
        return batch;
    }

    /** Takes out of the batch what is written, and what the tables refuse. */
    private Future<Void> writeSingly(Deque<AuditEvent> batch) {
        AuditEvent event = batch.peek();
        return event == null
                ? Future.succeededFuture()
                : write(List.of(event))
                        .recover(failure -> isRefused(failure) ? drop(event, failure) : Future.failedFuture(failure))
                        .compose(_ -> {
                            batch.remove();
                            return writeSingly(batch);
                        });
    }

    private static boolean isRefused(Throwable failure) {
        return DomainFailure.causeOf(failure) instanceof Corrupt;
    }

    private synchronized Future<Void> drop(AuditEvent event, Throwable failure) {
        dropped++;
        LOG.error("dropped {}, {} in all", event, dropped, failure);
        return Future.succeededFuture();
    }

    private Future<Void> write(List<AuditEvent> batch) {
        if (batch.isEmpty()) {
            return Future.succeededFuture();
        }
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

    private synchronized void keep(Deque<AuditEvent> batch, Throwable failure) {
        batch.reversed().forEach(buffered::addFirst);
        LOG.warn(
                "{} audit events wait to be written, {} were dropped: {}",
                buffered.size(),
                dropped,
                DomainFailure.causeOf(failure).getMessage());
    }

    @Override
    public CompletionStage<Integer> prune(Instant before) {
        return database.answer(PRUNE, RowSet::rowCount, Columns.millis(before));
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
        return flushes.flushAll()
                .compose(_ -> database.run(
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
                        Columns.text(row, "outcome"),
                        Optional.ofNullable(row.getString("reason"))
                                .map(reason -> new AuditEvent.Change(
                                        reason,
                                        Columns.text(row, "before_change"),
                                        Columns.text(row, "after_change")))));
    }
}
