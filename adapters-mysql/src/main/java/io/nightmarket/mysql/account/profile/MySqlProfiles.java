package io.nightmarket.mysql.account.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.ProfileChange;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Names and pictures in tb_user, the rest in tb_user_info. */
public final class MySqlProfiles implements Profiles {
    private static final String FIND =
            "SELECT user_id, city, introduce, fans, followee, gender, birthday, credits, level"
                    + " FROM tb_user_info WHERE user_id = ?";

    private static final String CHANGE_USER =
            "UPDATE tb_user SET nick_name = COALESCE(?, nick_name), icon = COALESCE(?, icon) WHERE id = ?";

    private static final String CHANGE_PROFILE = "INSERT INTO tb_user_info (user_id, city, introduce, gender, birthday)"
            + " VALUES (?, COALESCE(?, ''), ?, COALESCE(?, 0), ?) ON DUPLICATE KEY UPDATE city = COALESCE(?, city),"
            + " introduce = COALESCE(?, introduce), gender = COALESCE(?, gender), birthday = COALESCE(?, birthday)";

    private final Database database;

    public MySqlProfiles(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Profile>> find(UserId user) {
        return database.answer(FIND, rows -> Rows.first(rows, row -> profile(user, row)), user.value());
    }

    private static Profile profile(UserId user, Row row) {
        return new Profile(
                user,
                Columns.text(row, "city"),
                Columns.textOrNull(row, "introduce"),
                Columns.small(row, "fans"),
                Columns.small(row, "followee"),
                Columns.number(row, "gender") == 1,
                row.getLocalDate("birthday"),
                Columns.number(row, "credits"),
                Columns.small(row, "level"));
    }

    @Override
    public CompletionStage<Outcome> change(UserId user, ProfileChange change) {
        return database.answerInTransaction(session -> session.run(
                        CHANGE_USER, change.nickName(), change.icon(), user.value())
                .compose(rows -> rows.rowCount() == 0
                        ? Future.<Outcome>succeededFuture(new Outcome.UnknownUser())
                        : changeProfile(session, user, change)
                                .compose(_ -> noteCard(session, user, change))
                                .<Outcome>map(Outcome.Changed::new)));
    }

    private static Future<Optional<CacheChange>> noteCard(DatabaseSession session, UserId user, ProfileChange change) {
        return change.ofCard()
                ? ChangeLog.note(session, CacheNames.USER_CARDS, Long.toString(user.value()))
                        .map(Optional::of)
                : Future.succeededFuture(Optional.empty());
    }

    private static Future<Void> changeProfile(DatabaseSession session, UserId user, ProfileChange change) {
        if (!change.ofProfile()) {
            return Future.succeededFuture();
        }
        Boolean female = change.female();
        Integer gender = female == null ? null : Integer.valueOf(female ? 1 : 0);
        return session.run(
                        CHANGE_PROFILE,
                        user.value(),
                        change.city(),
                        change.introduce(),
                        gender,
                        change.birthday(),
                        change.city(),
                        change.introduce(),
                        gender,
                        change.birthday())
                .mapEmpty();
    }
}
