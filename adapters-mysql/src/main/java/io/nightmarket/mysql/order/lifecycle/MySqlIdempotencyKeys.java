package io.nightmarket.mysql.order.lifecycle;

import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.mysql.client.Ages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Keys in idempotency_key. */
public final class MySqlIdempotencyKeys implements IdempotencyKeys {
    private static final String INSERT = "INSERT IGNORE INTO idempotency_key"
            + " (user_id, request_key, operation, fingerprint, subject) VALUES (?, ?, ?, ?, ?)";

    private static final String OF_KEY = " WHERE user_id = ? AND request_key = ?";
    private static final String FIND = "SELECT operation, fingerprint, subject, answer FROM idempotency_key" + OF_KEY;

    /** Takes over an abandoned key; one of several callers succeeds. */
    private static final String TAKE_OVER = "UPDATE idempotency_key SET claimed_at = NOW(3)" + OF_KEY
            + " AND answer IS NULL AND " + Ages.isOlder("claimed_at", "SECOND");

    private static final String COUNT = "SELECT COUNT(*) AS count FROM (SELECT 1 FROM idempotency_key WHERE user_id = ?"
            + " LIMIT " + MAX_OF_USER + ") AS own";

    private static final String ANSWER =
            "UPDATE idempotency_key SET answer = ?, claimed_at = NOW(3) - INTERVAL ? SECOND" + OF_KEY
                    + " AND answer IS NULL";
    /** As one that was left by a node that stopped. */
    private static final String GIVE_BACK =
            "UPDATE idempotency_key SET claimed_at = NOW(3) - INTERVAL ? SECOND" + OF_KEY + " AND answer IS NULL";

    private static final String PRUNE =
            "DELETE FROM idempotency_key WHERE claimed_at < NOW(3) - INTERVAL ? SECOND ORDER BY claimed_at LIMIT 1000";

    private final Database database;

    public MySqlIdempotencyKeys(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Acquisition> acquire(KeyedRequest request, long subject) {
        return database.answer(session -> session.run(COUNT, request.user().value())
                .compose(own -> Rows.number(own, "count") < MAX_OF_USER
                        ? insert(session, request, subject)
                        : find(session, request, new Acquisition.TooMany())));
    }

    private static Future<Acquisition> insert(DatabaseSession session, KeyedRequest request, long subject) {
        return session.run(
                        INSERT,
                        request.user().value(),
                        key(request),
                        request.operation(),
                        request.fingerprint(),
                        subject)
                .compose(inserted -> inserted.rowCount() == 1
                        ? Future.succeededFuture(new Acquisition.Acquired(subject))
                        : find(session, request, new Acquisition.InProgress()));
    }

    private static Future<Acquisition> find(DatabaseSession session, KeyedRequest request, Acquisition otherwise) {
        return session.run(FIND, request.user().value(), key(request))
                .map(rows -> Rows.first(rows, row -> known(row, request)))
                .compose(known -> known.isPresent() && known.get() instanceof Acquisition.Acquired
                        ? takeOver(session, request, known.get())
                        : Future.succeededFuture(known.orElse(otherwise)));
    }

    /** {@code Acquired} for a key without an answer, which may be taken over. */
    private static Acquisition known(Row row, KeyedRequest request) {
        boolean same = Columns.text(row, "operation").equals(request.operation())
                && Columns.text(row, "fingerprint").equals(request.fingerprint());
        if (!same) {
            return new Acquisition.Reused();
        }
        return Optional.ofNullable(Columns.textOrNull(row, "answer"))
                .<Acquisition>map(Acquisition.Answered::new)
                .orElseGet(() -> new Acquisition.Acquired(Columns.number(row, "subject")));
    }

    private static Future<Acquisition> takeOver(DatabaseSession session, KeyedRequest request, Acquisition own) {
        return session.run(TAKE_OVER, request.user().value(), key(request), ABANDONED_AFTER.toSeconds())
                .map(taken -> taken.rowCount() == 1 ? own : new Acquisition.InProgress());
    }

    @Override
    public CompletionStage<Void> answer(KeyedRequest request, String answer, Duration keep) {
        return database.write(
                ANSWER, answer, KEPT.minus(keep).toSeconds(), request.user().value(), key(request));
    }

    @Override
    public CompletionStage<Void> giveBack(KeyedRequest request) {
        return database.write(
                GIVE_BACK, ABANDONED_AFTER.toSeconds() + 1, request.user().value(), key(request));
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return database.answer(PRUNE, RowSet::rowCount, age.toSeconds());
    }

    private static Buffer key(KeyedRequest request) {
        return Buffer.buffer(request.key().getBytes(StandardCharsets.US_ASCII));
    }
}
