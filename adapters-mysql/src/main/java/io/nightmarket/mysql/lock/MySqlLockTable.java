package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The rows whose lease lasts, and those whose lock is held by a connection: of these the server knows better than the
 * row, which is not touched when they are renewed or given back. Nobody waits in line here.
 */
public final class MySqlLockTable implements LockTable {
    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final String LATEST_END =
            NOW + " + INTERVAL TIMESTAMPDIFF(MICROSECOND, taken_at, ends_at) MICROSECOND";
    private static final String HELD = "SELECT name, holder, depth, token, taken_at, IF(" + ConnectionHold.IS_ROW + ", "
            + LATEST_END + ", ends_at) AS ends_at FROM lock_lease WHERE holder <> '' AND IF(" + ConnectionHold.IS_ROW
            + ", " + ConnectionHold.IS_USED + ", ends_at > " + NOW + ") ORDER BY name LIMIT ?";

    private final Database database;

    public MySqlLockTable(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<HeldLock>> read(int most) {
        return database.answer(HELD, rows -> Rows.all(rows, MySqlLockTable::lock), most);
    }

    private static HeldLock lock(Row row) {
        String name = text(row, "name");
        int end = name.indexOf(':');
        Holder holder = new Holder(
                text(row, "holder"),
                Columns.number(row, "token"),
                Columns.small(row, "depth"),
                Columns.time(row, "taken_at"),
                Columns.time(row, "ends_at"));
        return new HeldLock(name.substring(0, end), name.substring(end + 1), List.of(holder), List.of());
    }

    private static String text(Row row, String column) {
        return row.get(Buffer.class, column).toString(StandardCharsets.UTF_8);
    }
}
