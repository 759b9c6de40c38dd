package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Users in tb_user; roles in user_role. */
public final class MySqlUsers implements UserRepository {
    private static final String SELECT =
            "SELECT u.id, u.nick_name, u.icon, r.role FROM tb_user u LEFT JOIN user_role r ON r.user_id = u.id WHERE ";
    private static final String BY_PHONE = SELECT + "u.phone = ?";
    private static final String BY_ID = SELECT + "u.id = ?";

    private static final String IS_BANNED = "SELECT 1 FROM user_state WHERE user_id = ?";
    private static final String IS_BANNED_BY_PHONE =
            "SELECT 1 FROM tb_user u JOIN user_state s ON s.user_id = u.id WHERE u.phone = ?";

    /** Does nothing when another call was first; IGNORE would also swallow values that don't fit. */
    static final String INSERT =
            "INSERT INTO tb_user (phone, nick_name) VALUES (?, ?) ON DUPLICATE KEY UPDATE phone = phone";

    private final Database database;

    public MySqlUsers(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<User> findOrCreate(PhoneNumber phone, String nickName) {
        return byPhone(phone)
                .compose(found -> found.map(Future::succeededFuture).orElseGet(() -> create(phone, nickName)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<User>> find(UserId id) {
        return database.answer(BY_ID, rows -> Rows.first(rows, MySqlUsers::user), id.value());
    }

    @Override
    public CompletionStage<Optional<User>> find(PhoneNumber phone) {
        return byPhone(phone).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> isBanned(UserId id) {
        return database.answer(IS_BANNED, rows -> rows.size() > 0, id.value());
    }

    @Override
    public CompletionStage<Boolean> isBanned(PhoneNumber phone) {
        return database.answer(IS_BANNED_BY_PHONE, rows -> rows.size() > 0, phone.value());
    }

    private Future<User> create(PhoneNumber phone, String nickName) {
        return database.run(INSERT, rows -> rows, phone.value(), nickName)
                .compose(_ -> byPhone(phone))
                .map(found -> found.orElseThrow(() -> new Corrupt("a user was written and is not there: " + phone)));
    }

    private Future<Optional<User>> byPhone(PhoneNumber phone) {
        return database.run(BY_PHONE, rows -> Rows.first(rows, MySqlUsers::user), phone.value());
    }

    static User user(Row row) {
        return new User(
                new UserId(Columns.number(row, "id")),
                Columns.text(row, "nick_name"),
                Columns.text(row, "icon"),
                Roles.of(row));
    }
}
