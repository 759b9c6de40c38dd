package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Sessions in user_session. Activity is gathered by {@link Touches}. */
public final class MySqlSessionLedger implements SessionLedger {
    private static final String INSERT =
            "INSERT INTO user_session (id, user_id, created_at, last_seen_at, ends_at) VALUES (?, ?, ?, ?, ?)";
    private static final String FIND = "SELECT s.id, s.user_id, s.ends_at, r.role FROM user_session s"
            + " LEFT JOIN user_role r ON r.user_id = s.user_id"
            + " WHERE s.id = ? AND s.ended_at IS NULL AND s.ends_at > ? AND s.last_seen_at > ?";
    private static final String END = "UPDATE user_session SET ended_at = ? WHERE id = ? AND ended_at IS NULL";

    private final Database database;
    private final SessionPolicy policy;
    private final Touches touches;

    public MySqlSessionLedger(Database database, SessionPolicy policy, Touches touches) {
        this.database = database;
        this.policy = policy;
        this.touches = touches;
    }

    @Override
    public CompletionStage<Void> open(Session session, Instant now) {
        return database.run(
                        INSERT,
                        rows -> rows,
                        session.id().value(),
                        session.user().value(),
                        Columns.millis(now),
                        Columns.millis(now),
                        Columns.millis(session.endsAt()))
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<Session>> find(SessionId id, Instant now) {
        return database.answer(
                FIND,
                rows -> Rows.first(rows, MySqlSessionLedger::session),
                id.value(),
                Columns.millis(now),
                Columns.millis(now.minus(policy.idle())));
    }

    @Override
    public void touch(SessionId id, Instant seen) {
        touches.add(id, seen);
    }

    @Override
    public CompletionStage<Void> end(SessionId id, Instant now) {
        return database.run(END, rows -> rows, Columns.millis(now), id.value())
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    private static Session session(Row row) {
        return new Session(
                new SessionId(Columns.text(row, "id")),
                new UserId(Columns.number(row, "user_id")),
                Roles.of(row),
                Columns.time(row, "ends_at"));
    }
}
