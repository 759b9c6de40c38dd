package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Hashes in tb_user.password. A phone that is none of ours, as adopted databases may have, has no password. */
public final class MySqlPasswords implements Passwords {
    private static final String SELECT = "SELECT u.id, u.nick_name, u.icon, r.role, u.phone, u.password FROM tb_user u"
            + " LEFT JOIN user_role r ON r.user_id = u.id WHERE ";
    private static final String BY_PHONE = SELECT + "u.phone = ?";
    private static final String BY_ID = SELECT + "u.id = ?";

    /** As bytes: two hashes that differ by case are two. */
    private static final String REPLACE = "UPDATE tb_user SET password = ?"
            + " WHERE id = ? AND CAST(COALESCE(password, '') AS BINARY) = CAST(? AS BINARY)";

    private final Database database;

    public MySqlPasswords(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Stored>> find(PhoneNumber phone) {
        return database.answer(BY_PHONE, MySqlPasswords::stored, phone.value());
    }

    @Override
    public CompletionStage<Optional<Stored>> find(UserId user) {
        return database.answer(BY_ID, MySqlPasswords::stored, user.value());
    }

    private static Optional<Stored> stored(RowSet<Row> rows) {
        return Rows.first(rows, row -> row)
                .flatMap(row -> PhoneNumber.parse(Columns.text(row, "phone"))
                        .map(phone -> new Stored(MySqlUsers.user(row), phone, Columns.text(row, "password"))));
    }

    @Override
    public CompletionStage<Boolean> replace(UserId user, String before, String hash) {
        return database.answer(REPLACE, rows -> rows.rowCount() == 1, hash, user.value(), before);
    }
}
