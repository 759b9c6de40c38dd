package io.nightmarket.mysql.moderation;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.moderation.UserState;
import io.nightmarket.domain.moderation.UserTransition;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.mysql.account.Roles;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;

/** States of users in user_state, and erased ones in erased_user as long as something of them may be left. */
public final class MySqlManagedUsers implements ManagedUsers {
    private static final String SELECT = "SELECT u.id, u.phone, u.nick_name, r.role, s.state, s.since, s.reason"
            + " FROM tb_user u LEFT JOIN user_role r ON r.user_id = u.id LEFT JOIN user_state s ON s.user_id = u.id";
    private static final String BY_ID = SELECT + " WHERE u.id = ?";
    private static final String BY_PHONE = SELECT + " WHERE u.phone = ?";
    private static final String SHOPS = "SELECT shop_id, 'OWNER' AS role FROM merchant_shop WHERE user_id = ?"
            + " UNION ALL SELECT shop_id, role FROM shop_staff WHERE user_id = ? ORDER BY shop_id LIMIT " + MAX_SHOPS;

    /** Grants of roles hold the row of tb_user first, too. */
    private static final String LOCK = BY_ID + " FOR UPDATE";

    private static final String SET = "INSERT INTO user_state (user_id, state, since, reason) VALUES (?, ?, NOW(3), ?)"
            + " ON DUPLICATE KEY UPDATE state = VALUES(state), since = VALUES(since), reason = VALUES(reason)";
    private static final String CLEAR = "DELETE FROM user_state WHERE user_id = ?";

    /** The pseudonym is unique, as the id is, and has a letter, as no phone number has. */
    private static final List<String> ERASE = List.of(
            "UPDATE tb_user SET phone = CONCAT('x', LOWER(CONV(id, 10, 36))), nick_name = '', icon = '', password = ''"
                    + " WHERE id = ?",
            "DELETE FROM tb_user_info WHERE user_id = ?",
            "DELETE FROM user_totp WHERE user_id = ?",
            "DELETE FROM shop_staff WHERE user_id = ?",
            "DELETE FROM feed_seen WHERE user_id = ?",
            "INSERT IGNORE INTO erased_user (user_id) VALUES (?)");

    private static final String ERASED = "SELECT user_id FROM erased_user ORDER BY erased_at LIMIT ?";
    private static final String FINISH =
            "DELETE FROM erased_user WHERE user_id = ? AND erased_at < NOW(3) - INTERVAL 10 MINUTE";
    private static final String NOTES =
            "(SELECT id FROM tb_blog WHERE user_id = ? LIMIT ?) UNION ALL (SELECT id FROM hidden_note WHERE user_id = ? LIMIT ?)";
    private static final String COMMENTS = "SELECT id FROM tb_blog_comments WHERE user_id = ? LIMIT ?";
    private static final String LIKED = "SELECT note_id AS id FROM note_like WHERE user_id = ? LIMIT ?";
    private static final String DELETE_DAYS = "DELETE FROM tb_sign WHERE user_id = ? LIMIT ?";
    private static final String DELETE_REPORTS = "DELETE FROM content_report WHERE reporter = ? LIMIT ?";

    private final Database database;

    public MySqlManagedUsers(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Account>> find(UserId user) {
        return database.answer(session -> account(session, session.run(BY_ID, user.value())));
    }

    @Override
    public CompletionStage<Optional<Account>> find(PhoneNumber phone) {
        return database.answer(session -> account(session, session.run(BY_PHONE, phone.value())));
    }

    private static Future<Optional<Account>> account(DatabaseSession session, Future<RowSet<Row>> found) {
        return found.compose(rows -> Rows.first(rows, row -> row)
                .map(user -> session.run(SHOPS, Columns.number(user, "id"), Columns.number(user, "id"))
                        .map(shops -> Optional.of(account(user, shops))))
                .orElseGet(() -> Future.succeededFuture(Optional.empty())));
    }

    private static Account account(Row user, RowSet<Row> shops) {
        Map<ShopId, ShopRole> roles = new LinkedHashMap<>();
        shops.forEach(row -> roles.putIfAbsent(
                new ShopId(Columns.number(row, "shop_id")), ShopRole.valueOf(Columns.text(row, "role"))));
        String phone = Columns.text(user, "phone");
        UserState state = state(user);
        return new Account(
                new UserId(Columns.number(user, "id")),
                state == UserState.ERASED ? phone : PhoneNumber.masked(phone),
                Columns.text(user, "nick_name"),
                Roles.of(user),
                roles,
                state,
                Optional.ofNullable(Columns.timeOrNull(user, "since")),
                Columns.text(user, "reason"));
    }

    private static UserState state(Row user) {
        return Optional.ofNullable(user.getString("state"))
                .map(UserState::valueOf)
                .orElse(UserState.ACTIVE);
    }

    @Override
    public CompletionStage<Changed> change(StaffAction action, Role actor, UserId user, UserTransition transition) {
        return database.answerInTransaction(session -> session.run(LOCK, user.value())
                .compose(rows -> Rows.first(rows, row -> row)
                        .map(row -> change(session, action, user, transition, row, actor))
                        .orElseGet(() -> unchanged(Outcome.NO_SUCH_USER))));
    }

    private static Future<Changed> unchanged(Outcome outcome) {
        return Future.succeededFuture(new Changed(outcome, Optional.empty()));
    }

    private static Future<Changed> change(
            DatabaseSession session, StaffAction action, UserId user, UserTransition transition, Row row, Role actor) {
        UserState before = state(row);
        Outcome outcome = transition.of(before, Roles.of(row), actor);
        if (outcome != Outcome.DONE) {
            return unchanged(outcome);
        }
        Future<?> written = transition.to() == UserState.ACTIVE
                ? session.run(CLEAR, user.value())
                : session.run(SET, user.value(), transition.to().name(), action.reason());
        return written.compose(_ -> AuditRows.write(
                        session, action, before.name(), transition.to().name()))
                .compose(_ -> transition.to() == UserState.ERASED
                        ? erase(session, user).map(Optional::of)
                        : Future.succeededFuture(Optional.<CacheChange>empty()))
                .map(card -> new Changed(outcome, card));
    }

    private static Future<CacheChange> erase(DatabaseSession session, UserId user) {
        Future<?> all = Future.succeededFuture();
        for (String statement : ERASE) {
            all = all.compose(_ -> session.run(statement, user.value()));
        }
        return all.compose(_ -> ChangeLog.note(session, CacheNames.USER_CARDS, Long.toString(user.value())));
    }

    @Override
    public CompletionStage<List<UserId>> erased(int max) {
        return database.answer(ERASED, rows -> ids(rows, "user_id", UserId::new), max);
    }

    private static <T> List<T> ids(RowSet<Row> rows, String column, LongFunction<T> id) {
        return Rows.all(rows, row -> id.apply(Columns.number(row, column)));
    }

    @Override
    public CompletionStage<Left> leftOf(UserId user, int max) {
        return database.answer(session -> session.run(NOTES, user.value(), max, user.value(), max)
                .compose(notes -> session.run(COMMENTS, user.value(), max)
                        .compose(comments -> session.run(LIKED, user.value(), max)
                                .map(liked -> new Left(
                                        ids(notes, "id", NoteId::new),
                                        ids(comments, "id", CommentId::new),
                                        ids(liked, "id", NoteId::new))))));
    }

    @Override
    public CompletionStage<Integer> deleteRows(UserId user, int max) {
        return database.answer(session -> session.run(DELETE_DAYS, user.value(), max)
                .compose(days -> session.run(DELETE_REPORTS, user.value(), max)
                        .map(reports -> days.rowCount() + reports.rowCount())));
    }

    @Override
    public CompletionStage<Void> finish(UserId user) {
        return database.write(FINISH, user.value());
    }
}
