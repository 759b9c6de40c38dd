package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Sessions in user_session. Activity is buffered by {@link LastSeenBuffer}. */
public final class MySqlSessionLedger implements SessionLedger {
    /** Holds the user's secret while the session is written: one that is set meanwhile, or was, is another. */
    private static final String INSERT =
            "INSERT INTO user_session (id, user_id, created_at, last_seen_at, ends_at, address, second_factor)"
                    + " VALUES ";

    private static final String ROW =
            "(?, ?, ?, ?, ?, ?, (SELECT COUNT(*) FROM user_totp t WHERE t.user_id = ? AND t.last_step = ?))";

    /** A login whose statement timed out may have been written: its id is its own, so it is the same one. */
    private static final String WRITTEN = " ON DUPLICATE KEY UPDATE id = user_session.id";

    private static final int CALLS = 2;

    /** Statements of each number of rows stay prepared. */
    private static final int ROWS = 32;

    private static final int MAX_WAITING = 5_000;

    private static final long NO_STEP = -1;
    private static final String HOLDS = " AND s.ended_at IS NULL AND s.ends_at > ? AND s.last_seen_at > ?";
    private static final String FIND = "SELECT s.id, s.user_id, s.ends_at, s.second_factor, r.role FROM user_session s"
            + " LEFT JOIN user_role r ON r.user_id = s.user_id WHERE s.id = ?" + HOLDS;
    private static final String OPEN_OF = "SELECT s.id, s.created_at, s.last_seen_at, s.address FROM user_session s"
            + " WHERE s.user_id = ?" + HOLDS + " ORDER BY s.created_at DESC LIMIT 100";
    private static final String PRUNE = "DELETE FROM user_session WHERE ends_at < ? ORDER BY ends_at LIMIT 1000";
    private static final String END = "UPDATE user_session SET ended_at = ? WHERE id = ? AND ended_at IS NULL";

    private final Database database;
    private final SessionPolicy policy;
    private final boolean staffSecondFactor;
    private final LastSeenBuffer lastSeen;
    private final GroupCommit<Opening, Future<Void>> openings =
            new GroupCommit<>(this::openAll, CALLS, ROWS, MAX_WAITING);

    private record Opening(Session session, Login login) {}

    /** @param staffSecondFactor whether staff are shoppers in sessions without a second factor */
    public MySqlSessionLedger(
            Database database, SessionPolicy policy, boolean staffSecondFactor, LastSeenBuffer lastSeen) {
        this.database = database;
        this.policy = policy;
        this.staffSecondFactor = staffSecondFactor;
        this.lastSeen = lastSeen;
    }

    /** Logins that come during others share a statement, and so a sync of the disk. */
    @Override
    public CompletionStage<Void> open(Session session, Login login) {
        return openings.submit(new Opening(session, login)).thenCompose(Future::toCompletionStage);
    }

    /** When a group fails, each login is written alone: one that can't be written fails no other. */
    private CompletionStage<List<Future<Void>>> openAll(List<Opening> all) {
        Future<Void> together = insert(all, "");
        return together.transform(written -> written.succeeded() || all.size() == 1
                        ? Future.succeededFuture(Collections.nCopies(all.size(), together))
                        : openEach(all))
                .toCompletionStage();
    }

    private Future<List<Future<Void>>> openEach(List<Opening> all) {
        List<Future<Void>> each =
                all.stream().map(opening -> insert(List.of(opening), WRITTEN)).toList();
        return Future.join(each).transform(_ -> Future.succeededFuture(each));
    }

    private Future<Void> insert(List<Opening> all, String end) {
        List<Object> values = new ArrayList<>();
        all.forEach(opening -> addRow(values, opening.session(), opening.login()));
        String rows = ROW + (", " + ROW).repeat(all.size() - 1);
        return database.run(INSERT + rows + end, done -> done, values.toArray()).mapEmpty();
    }

    private static void addRow(List<Object> values, Session session, Login login) {
        values.add(session.id().value());
        values.add(session.user().value());
        values.add(Columns.millis(login.at()));
        values.add(Columns.millis(login.at()));
        values.add(Columns.millis(session.endsAt()));
        values.add(login.address());
        values.add(session.user().value());
        values.add(login.step().orElse(NO_STEP));
    }

    @Override
    public CompletionStage<Optional<Session>> find(SessionId id, Instant now) {
        return database.answer(
                FIND,
                rows -> Rows.first(rows, this::session),
                id.value(),
                Columns.millis(now),
                Columns.millis(now.minus(policy.idle())));
    }

    @Override
    public void touch(SessionId id, Instant seen) {
        lastSeen.add(id, seen);
    }

    @Override
    public CompletionStage<Void> end(SessionId id, Instant now) {
        return database.write(END, Columns.millis(now), id.value());
    }

    @Override
    public CompletionStage<Integer> prune(Instant before) {
        return database.answer(PRUNE, RowSet::rowCount, Columns.millis(before));
    }

    @Override
    public CompletionStage<List<OpenSession>> openOf(UserId user, Instant now) {
        return database.answer(
                OPEN_OF,
                rows -> Rows.all(rows, MySqlSessionLedger::open),
                user.value(),
                Columns.millis(now),
                Columns.millis(now.minus(policy.idle())));
    }

    private static OpenSession open(Row row) {
        return new OpenSession(
                SessionId.of(Columns.text(row, "id")),
                Columns.time(row, "created_at"),
                Columns.time(row, "last_seen_at"),
                Columns.text(row, "address"));
    }

    private Session session(Row row) {
        boolean isShopper = staffSecondFactor && Columns.number(row, "second_factor") == 0;
        return new Session(
                SessionId.of(Columns.text(row, "id")),
                new UserId(Columns.number(row, "user_id")),
                isShopper ? Role.SHOPPER : Roles.of(row),
                Columns.time(row, "ends_at"));
    }
}
