package io.nightmarket.mysql.checkin;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows of tb_sign. Making up locks the user's row, so that concurrent requests see one another. */
public final class MySqlCheckIns implements CheckIns {
    /** Does nothing to a day that is there; IGNORE would also swallow values that don't fit. */
    private static final String INSERT = "INSERT INTO tb_sign (user_id, year, month, date, is_backup)"
            + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE date = date";

    private static final String LOCK = "SELECT 1 FROM tb_user WHERE id = ? FOR UPDATE";

    private static final String MADE_UP = "SELECT COUNT(CASE WHEN is_backup = 1 THEN 1 END) AS made_up,"
            + " COUNT(CASE WHEN date = ? THEN 1 END) AS is_there FROM tb_sign WHERE user_id = ? AND date BETWEEN ? AND ?";

    private static final String DAYS =
            "SELECT date, is_backup FROM tb_sign WHERE user_id = ? AND date BETWEEN ? AND ? ORDER BY date";

    private static final String COUNT =
            "SELECT COUNT(*) AS all_of_it, COUNT(CASE WHEN is_backup = 1 THEN 1 END) AS made_up FROM tb_sign WHERE date = ?";

    private final Database database;

    public MySqlCheckIns(Database database) {
        this.database = database;
    }

    private static Object[] row(UserId user, LocalDate day, boolean madeUp) {
        return new Object[] {user.value(), day.getYear(), day.getMonthValue(), day, madeUp ? 1 : 0};
    }

    @Override
    public CompletionStage<Void> add(UserId user, LocalDate day) {
        return database.write(INSERT, row(user, day, false));
    }

    @Override
    public CompletionStage<Boolean> makeUp(UserId user, LocalDate day, int max) {
        YearMonth month = YearMonth.from(day);
        return database.answerInTransaction(session -> session.run(LOCK, user.value())
                .compose(_ -> session.run(MADE_UP, day, user.value(), month.atDay(1), month.atEndOfMonth()))
                .compose(rows -> insert(session, rows, user, day, max)));
    }

    private static Future<Boolean> insert(
            DatabaseSession session, RowSet<Row> counted, UserId user, LocalDate day, int max) {
        Row counts = Rows.only(counted);
        if (Columns.number(counts, "is_there") > 0) {
            return Future.succeededFuture(true);
        }
        return Columns.number(counts, "made_up") >= max
                ? Future.succeededFuture(false)
                : session.run(INSERT, row(user, day, true)).map(true);
    }

    @Override
    public CompletionStage<List<Day>> days(UserId user, LocalDate first, LocalDate last) {
        return database.answer(
                DAYS,
                rows -> Rows.all(rows, row -> new Day(row.getLocalDate("date"), Columns.number(row, "is_backup") == 1)),
                user.value(),
                first,
                last);
    }

    @Override
    public CompletionStage<Counted> count(LocalDate day) {
        return database.answer(
                COUNT, rows -> new Counted(Rows.number(rows, "all_of_it"), Rows.number(rows, "made_up")), day);
    }
}
