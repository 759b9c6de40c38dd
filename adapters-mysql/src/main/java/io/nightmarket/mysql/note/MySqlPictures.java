package io.nightmarket.mysql.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Owners in picture; tries of a day in picture_count, whose row those of one user take turns at. */
public final class MySqlPictures implements PictureLedger {
    private static final String COUNT = "INSERT INTO picture_count (user_id, day, uploads) VALUES (?, UTC_DATE(), 1)"
            + " ON DUPLICATE KEY UPDATE uploads = IF(day = UTC_DATE(), uploads + 1, 1), day = UTC_DATE()";
    private static final String COUNTED = "SELECT uploads FROM picture_count WHERE user_id = ?";
    private static final String INSERT = "INSERT INTO picture (name, user_id) VALUES (?, ?)";
    private static final String FIND = "SELECT 1 FROM picture WHERE name = ?";
    private static final String OWNED = FIND + " AND user_id = ?";
    private static final String DELETE = "DELETE FROM picture WHERE name = ?";

    private final Database database;

    public MySqlPictures(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Boolean> countTry(UserId user, int maxPerDay) {
        return database.answerInTransaction(session -> session.run(COUNT, user.value())
                .compose(_ -> session.run(COUNTED, user.value()))
                .map(rows -> Rows.number(rows, "uploads") <= maxPerDay));
    }

    @Override
    public CompletionStage<Void> add(PictureName name, UserId owner) {
        return database.write(INSERT, name.path(), owner.value());
    }

    @Override
    public CompletionStage<Boolean> isOwnedBy(PictureName name, Optional<UserId> user) {
        return user.map(owner -> database.answer(OWNED, rows -> rows.size() > 0, name.path(), owner.value()))
                .orElseGet(() -> database.answer(FIND, rows -> rows.size() > 0, name.path()));
    }

    @Override
    public CompletionStage<Void> remove(PictureName name) {
        return database.write(DELETE, name.path());
    }
}
