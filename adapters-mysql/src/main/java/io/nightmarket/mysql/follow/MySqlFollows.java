package io.nightmarket.mysql.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Rows of tb_follow, and the version of each follower's list in follow_version. Who changes a list locks its follower's row of tb_user. */
public final class MySqlFollows implements Follows {
    private static final String LOCK = "SELECT 1 FROM tb_user WHERE id = ? FOR UPDATE";

    /** Time is part of a version: none is given again after the last commits were lost. */
    private static final String VERSION = "SELECT COALESCE(MAX(version), 0) AS version,"
            + " GREATEST(COALESCE(MAX(version), 0) + 1, CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)) AS next"
            + " FROM follow_version WHERE user_id = ?";

    private static final String SET_VERSION = "INSERT INTO follow_version (user_id, version) VALUES (?, ?)"
            + " ON DUPLICATE KEY UPDATE version = VALUES(version)";

    private static final String STATE =
            "SELECT EXISTS (SELECT 1 FROM tb_follow WHERE user_id = ? AND follow_user_id = ?)"
                    + " AS is_followed, EXISTS (SELECT 1 FROM tb_user WHERE id = ?) AS is_known,"
                    + " (SELECT COUNT(*) FROM (SELECT 1 FROM tb_follow WHERE user_id = ? LIMIT ?) AS up_to_it) AS followed";

    private static final String INSERT = "INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, ?)";
    private static final String DELETE = "DELETE FROM tb_follow WHERE user_id = ? AND follow_user_id = ?";

    private static final String IS_FOLLOWING = "SELECT 1 FROM tb_follow WHERE user_id = ? AND follow_user_id = ?";
    private static final String VERSIONS = "SELECT user_id, version FROM follow_version WHERE user_id IN (?, ?)";

    /** Adopted rows may have numbers that are no {@link UserId}. */
    private static final String WITH_FOLLOWED = "follow_user_id BETWEEN 1 AND " + Long.MAX_VALUE;

    private static final String WITH_FOLLOWER = "user_id BETWEEN 1 AND " + Long.MAX_VALUE;

    private static final String ALL = "SELECT follow_user_id AS user FROM tb_follow WHERE user_id = ? AND "
            + WITH_FOLLOWED + " ORDER BY follow_user_id LIMIT ?";

    private static final String COMMON = "SELECT a.follow_user_id AS user FROM tb_follow a JOIN tb_follow b"
            + " ON b.user_id = ? AND b.follow_user_id = a.follow_user_id WHERE a.user_id = ? AND a." + WITH_FOLLOWED
            + " ORDER BY a.follow_user_id LIMIT ?";

    private static final String FOLLOWED = "SELECT id, follow_user_id AS user FROM tb_follow WHERE user_id = ?"
            + " AND id < ? AND " + WITH_FOLLOWED + " ORDER BY id DESC LIMIT ?";
    private static final String FOLLOWERS = "SELECT id, user_id AS user FROM tb_follow WHERE follow_user_id = ?"
            + " AND id < ? AND " + WITH_FOLLOWER + " ORDER BY id DESC LIMIT ?";
    private static final String FOLLOWERS_AFTER = "SELECT f.id, f.user_id AS user, COALESCE(v.version, " + FIRST_VERSION
            + ") AS version FROM tb_follow f LEFT JOIN follow_version v ON v.user_id = f.user_id"
            + " WHERE f.follow_user_id = ? AND f.id > ? AND f." + WITH_FOLLOWER + " ORDER BY f.id LIMIT ?";
    private static final String COUNT = "SELECT COUNT(*) AS number FROM (SELECT 1 FROM tb_follow WHERE %s = ? LIMIT "
            + MAX_COUNTED + ") AS up_to_it";

    private final Database database;

    public MySqlFollows(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Outcome> follow(UserId follower, UserId followed, int max) {
        return database.answerInTransaction(session -> session.run(LOCK, follower.value())
                .compose(_ ->
                        session.run(STATE, follower.value(), followed.value(), followed.value(), follower.value(), max))
                .map(Rows::only)
                .compose(state -> refusal(state, max)
                        .map(Future::succeededFuture)
                        .orElseGet(() -> insert(session, follower, followed))));
    }

    private static Optional<Outcome> refusal(Row state, int max) {
        if (Columns.number(state, "is_followed") == 1) {
            return Optional.of(new Outcome.AlreadyFollowed());
        } else if (Columns.number(state, "is_known") == 0) {
            return Optional.of(new Outcome.UnknownUser());
        }
        return Columns.number(state, "followed") >= max ? Optional.of(new Outcome.TooMany()) : Optional.empty();
    }

    private static Future<Outcome> insert(DatabaseSession session, UserId follower, UserId followed) {
        return session.run(INSERT, follower.value(), followed.value())
                .compose(_ -> nextVersion(session, follower))
                .map(Outcome.Followed::new);
    }

    private static Future<VersionChange> nextVersion(DatabaseSession session, UserId follower) {
        return session.run(VERSION, follower.value())
                .map(Rows::only)
                .map(row -> new VersionChange(Columns.number(row, "version"), Columns.number(row, "next")))
                .compose(change -> session.run(SET_VERSION, follower.value(), change.after())
                        .map(change));
    }

    @Override
    public CompletionStage<Optional<VersionChange>> unfollow(UserId follower, UserId followed) {
        return database.answerInTransaction(session -> session.run(LOCK, follower.value())
                .compose(_ -> session.run(DELETE, follower.value(), followed.value()))
                .compose(deleted -> deleted.rowCount() == 0
                        ? Future.succeededFuture(Optional.<VersionChange>empty())
                        : nextVersion(session, follower).map(Optional::of)));
    }

    @Override
    public CompletionStage<Boolean> isFollowing(UserId follower, UserId followed) {
        return database.answer(IS_FOLLOWING, rows -> rows.size() > 0, follower.value(), followed.value());
    }

    @Override
    public CompletionStage<Versions> versions(UserId one, UserId other) {
        return database.answer(VERSIONS, rows -> versions(rows, one, other), one.value(), other.value());
    }

    private static Versions versions(RowSet<Row> rows, UserId one, UserId other) {
        return new Versions(versionOf(rows, one), versionOf(rows, other));
    }

    private static long versionOf(RowSet<Row> rows, UserId user) {
        return Rows.all(rows, row -> row).stream()
                .filter(row -> Columns.number(row, "user_id") == user.value())
                .map(row -> Columns.number(row, "version"))
                .findFirst()
                .orElse(FIRST_VERSION);
    }

    @Override
    public CompletionStage<Snapshot> snapshot(UserId follower, int max) {
        return database.inSnapshot(session -> session.run(VERSIONS, follower.value(), follower.value())
                        .compose(versions -> session.run(ALL, follower.value(), max + 1)
                                .map(rows -> snapshot(
                                        versionOf(versions, follower), Rows.all(rows, MySqlFollows::user), max))))
                .toCompletionStage();
    }

    private static Snapshot snapshot(long version, List<UserId> followed, int max) {
        return new Snapshot(version, followed.subList(0, Math.min(max, followed.size())), followed.size() <= max);
    }

    private static UserId user(Row row) {
        return new UserId(Columns.number(row, "user"));
    }

    @Override
    public CompletionStage<List<UserId>> common(UserId one, UserId other, int max) {
        return database.answer(COMMON, rows -> Rows.all(rows, MySqlFollows::user), other.value(), one.value(), max);
    }

    @Override
    public CompletionStage<List<Entry>> followed(UserId follower, OptionalLong before, int max) {
        return page(FOLLOWED, MySqlFollows::entry, follower, before.orElse(Long.MAX_VALUE), max);
    }

    @Override
    public CompletionStage<List<Entry>> followers(UserId followed, OptionalLong before, int max) {
        return page(FOLLOWERS, MySqlFollows::entry, followed, before.orElse(Long.MAX_VALUE), max);
    }

    private static Entry entry(Row row) {
        return new Entry(Columns.number(row, "id"), user(row));
    }

    @Override
    public CompletionStage<List<Follower>> followersAfter(UserId followed, long after, int max) {
        return page(FOLLOWERS_AFTER, MySqlFollows::follower, followed, after, max);
    }

    private static Follower follower(Row row) {
        return new Follower(Columns.number(row, "id"), new Version(user(row), Columns.number(row, "version")));
    }

    private <T> CompletionStage<List<T>> page(String sql, Function<Row, T> reader, UserId user, long from, int max) {
        return database.answer(sql, rows -> Rows.all(rows, reader), user.value(), from, max);
    }

    @Override
    public CompletionStage<Integer> countFollowers(UserId followed) {
        return count(COUNT.formatted("follow_user_id"), followed);
    }

    @Override
    public CompletionStage<Integer> countFollowed(UserId follower) {
        return count(COUNT.formatted("user_id"), follower);
    }

    private CompletionStage<Integer> count(String sql, UserId user) {
        return database.answer(sql, rows -> Columns.small(Rows.only(rows), "number"), user.value());
    }
}
