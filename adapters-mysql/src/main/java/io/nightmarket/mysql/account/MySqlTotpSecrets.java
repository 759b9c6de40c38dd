package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Secrets of authenticator apps in user_totp. */
public final class MySqlTotpSecrets implements TotpSecrets {
    private static final String FIND = "SELECT secret FROM user_totp WHERE user_id = ?";
    private static final String USE = "UPDATE user_totp SET last_step = ?, wrong = 0"
            + " WHERE user_id = ? AND secret = ? AND last_step < ? AND (wrong < ? OR wrong_on < UTC_DATE())";
    /** Assignments are made from left to right. */
    private static final String COUNT_WRONG = "UPDATE user_totp"
            + " SET wrong = IF(wrong_on = UTC_DATE(), LEAST(wrong + 1, ?), 1), wrong_on = UTC_DATE() WHERE user_id = ?";

    private static final String SET =
            "INSERT INTO user_totp (user_id, secret) SELECT id, ? FROM tb_user WHERE phone = ?"
                    + " ON DUPLICATE KEY UPDATE secret = VALUES(secret), last_step = 0, wrong = 0";
    private static final String UNVERIFY = "UPDATE user_session s JOIN tb_user u ON u.id = s.user_id"
            + " SET s.second_factor = FALSE WHERE u.phone = ? AND s.ended_at IS NULL";
    private static final String REMOVE =
            "DELETE t FROM user_totp t JOIN tb_user u ON u.id = t.user_id WHERE u.phone = ?";

    private final Database database;

    public MySqlTotpSecrets(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<byte[]>> find(UserId user) {
        return database.answer(
                FIND, rows -> Rows.first(rows, row -> row.getBuffer("secret").getBytes()), user.value());
    }

    @Override
    public CompletionStage<Boolean> use(UserId user, byte[] secret, long step) {
        return database.answer(
                USE, rows -> rows.rowCount() == 1, step, user.value(), Buffer.buffer(secret), step, MAX_WRONG);
    }

    @Override
    public CompletionStage<Void> countWrong(UserId user) {
        return database.write(COUNT_WRONG, MAX_WRONG, user.value());
    }

    @Override
    public CompletionStage<Boolean> set(PhoneNumber phone, byte[] secret) {
        return change(phone, SET, Buffer.buffer(secret), phone.value());
    }

    @Override
    public CompletionStage<Boolean> remove(PhoneNumber phone) {
        return change(phone, REMOVE, phone.value());
    }

    /** Sessions that were opened with another secret are a shopper's from now on. */
    private CompletionStage<Boolean> change(PhoneNumber phone, String sql, Object... values) {
        return database.inTransaction(session -> session.run(sql, values)
                        .compose(changed -> session.run(UNVERIFY, phone.value()).map(_ -> changed.rowCount() > 0)))
                .toCompletionStage();
    }
}
