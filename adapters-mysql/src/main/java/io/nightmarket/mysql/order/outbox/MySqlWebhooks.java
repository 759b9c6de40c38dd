package io.nightmarket.mysql.order.outbox;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Addresses in webhook. */
public final class MySqlWebhooks implements Webhooks {
    private static final String COLUMNS =
            "SELECT id, url, secret, cursor_id, batch_end, failures, failing_since, last_error FROM webhook";
    private static final String LIST = COLUMNS + " ORDER BY id";
    private static final String DUE = COLUMNS + " WHERE next_try_at <= NOW(3) ORDER BY id";
    private static final String LOCK = COLUMNS + " WHERE id = ? FOR UPDATE";
    private static final String INSERT = "INSERT INTO webhook (url, secret, cursor_id) SELECT ?, ?, ? FROM DUAL"
            + " WHERE (SELECT COUNT(*) FROM webhook) < " + MAX;
    private static final String DELETE = "DELETE FROM webhook WHERE id = ?";
    private static final String MOVE = "UPDATE webhook SET cursor_id = ?, batch_end = NULL, failures = 0,"
            + " failing_since = NULL, last_error = NULL, next_try_at = NOW(3) WHERE id = ?";
    private static final String BEGIN = "UPDATE webhook SET batch_end = ? WHERE id = ? AND cursor_id = ?";
    private static final String FOUND = "SELECT 1 FROM webhook WHERE id = ? AND cursor_id = ? AND batch_end = ?";
    private static final String DELIVERED = MOVE + " AND cursor_id = ?";
    private static final String FAILED = "UPDATE webhook SET failures = failures + 1, last_error = ?,"
            + " failing_since = COALESCE(failing_since, NOW(3)), next_try_at = NOW(3) + INTERVAL ? MICROSECOND"
            + " WHERE id = ? AND cursor_id = ?";
    private static final int MAX_ERROR = 500;
    private static final String NONE = "";

    private final Database database;

    public MySqlWebhooks(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<Webhook>> list() {
        return database.answer(LIST, rows -> Rows.all(rows, MySqlWebhooks::webhook));
    }

    @Override
    public CompletionStage<List<Webhook>> due() {
        return database.answer(DUE, rows -> Rows.all(rows, MySqlWebhooks::webhook));
    }

    @Override
    public CompletionStage<Optional<Webhook>> add(StaffAction action, String url, Webhook.Secret secret, long cursor) {
        return database.answerInTransaction(session -> session.run(INSERT, url, secret.base64(), cursor)
                .compose(added -> added.rowCount() == 0
                        ? Future.succeededFuture(Optional.<Webhook>empty())
                        : AuditRows.write(session, action, NONE, url + " after " + cursor)
                                .compose(_ -> lock(session, Rows.lastInsertId(added)))));
    }

    private static Future<Optional<Webhook>> lock(DatabaseSession session, long id) {
        return session.run(LOCK, id).map(rows -> Rows.first(rows, MySqlWebhooks::webhook));
    }

    @Override
    public CompletionStage<Boolean> remove(StaffAction action, long id) {
        return database.answerInTransaction(session -> lock(session, id)
                .compose(found -> found.map(webhook -> session.run(DELETE, id)
                                .compose(_ -> AuditRows.write(session, action, shown(webhook), NONE))
                                .map(true))
                        .orElseGet(() -> Future.succeededFuture(false))));
    }

    @Override
    public CompletionStage<Boolean> moveCursor(StaffAction action, long id, long cursor) {
        return database.answerInTransaction(session -> lock(session, id)
                .compose(found -> found.map(webhook -> session.run(MOVE, cursor, id)
                                .compose(_ -> AuditRows.write(
                                        session, action, shown(webhook), webhook.url() + " after " + cursor))
                                .map(true))
                        .orElseGet(() -> Future.succeededFuture(false))));
    }

    private static String shown(Webhook webhook) {
        return webhook.url() + " after " + webhook.cursor();
    }

    @Override
    public CompletionStage<Boolean> begin(Webhook webhook, long batchEnd) {
        return database.answer(session -> session.run(BEGIN, batchEnd, webhook.id(), webhook.cursor())
                .compose(_ -> session.run(FOUND, webhook.id(), webhook.cursor(), batchEnd))
                .map(rows -> rows.size() > 0));
    }

    @Override
    public CompletionStage<Void> delivered(Webhook webhook, long batchEnd) {
        return database.write(DELIVERED, batchEnd, webhook.id(), webhook.cursor());
    }

    @Override
    public CompletionStage<Void> failed(Webhook webhook, String error, Duration pause) {
        String shown = error.length() <= MAX_ERROR ? error : error.substring(0, MAX_ERROR);
        return database.write(FAILED, shown, pause.toNanos() / 1_000, webhook.id(), webhook.cursor());
    }

    private static Webhook webhook(Row row) {
        Long batchEnd = Columns.numberOrNull(row, "batch_end");
        return new Webhook(
                Columns.number(row, "id"),
                Columns.text(row, "url"),
                new Webhook.Secret(Columns.text(row, "secret")),
                Columns.number(row, "cursor_id"),
                batchEnd == null ? OptionalLong.empty() : OptionalLong.of(batchEnd),
                Columns.small(row, "failures"),
                Optional.ofNullable(Columns.timeOrNull(row, "failing_since")),
                Optional.ofNullable(Columns.textOrNull(row, "last_error")));
    }
}
