package io.nightmarket.mysql.idempotency;

import io.nightmarket.domain.idempotency.IdempotencyKeys;
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

    /** Of several that find a claim abandoned, one takes it over. */
    private static final String TAKE_OVER = "UPDATE idempotency_key SET claimed_at = NOW(3)" + OF_KEY
            + " AND answer IS NULL AND claimed_at < NOW(3) - INTERVAL ? SECOND";

    private static final String ANSWER = "UPDATE idempotency_key SET answer = ?" + OF_KEY + " AND answer IS NULL";
    private static final String PRUNE =
            "DELETE FROM idempotency_key WHERE claimed_at < NOW(3) - INTERVAL ? SECOND ORDER BY claimed_at LIMIT 1000";

    private final Database database;

    public MySqlIdempotencyKeys(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Claim> claim(KeyedRequest request, long subject) {
        return database.onSession(session -> session.run(
                                INSERT,
                                request.user().value(),
                                key(request),
                                request.operation(),
                                request.fingerprint(),
                                subject)
                        .compose(inserted -> inserted.rowCount() == 1
                                ? Future.succeededFuture(new Claim.Mine(subject))
                                : find(session, request)))
                .toCompletionStage();
    }

    private static Future<Claim> find(DatabaseSession session, KeyedRequest request) {
        return session.run(FIND, request.user().value(), key(request))
                .map(rows -> Rows.first(rows, row -> known(row, request)))
                .compose(known -> known.isPresent() && known.get() instanceof Claim.Mine
                        ? takeOver(session, request, known.get())
                        : Future.succeededFuture(known.orElseGet(Claim.InProgress::new)));
    }

    /** {@code Mine} for a claim without an answer, which may be taken over. */
    private static Claim known(Row row, KeyedRequest request) {
        boolean same = Columns.text(row, "operation").equals(request.operation())
                && Columns.text(row, "fingerprint").equals(request.fingerprint());
        if (!same) {
            return new Claim.Reused();
        }
        return Optional.ofNullable(Columns.textOrNull(row, "answer"))
                .<Claim>map(Claim.Answered::new)
                .orElseGet(() -> new Claim.Mine(Columns.number(row, "subject")));
    }

    private static Future<Claim> takeOver(DatabaseSession session, KeyedRequest request, Claim mine) {
        return session.run(TAKE_OVER, request.user().value(), key(request), ABANDONED_AFTER.toSeconds())
                .map(taken -> taken.rowCount() == 1 ? mine : new Claim.InProgress());
    }

    @Override
    public CompletionStage<Void> answer(KeyedRequest request, String answer) {
        return database.run(ANSWER, rows -> rows, answer, request.user().value(), key(request))
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return database.answer(PRUNE, RowSet::rowCount, age.toSeconds());
    }

    private static Buffer key(KeyedRequest request) {
        return Buffer.buffer(request.key().getBytes(StandardCharsets.US_ASCII));
    }
}
