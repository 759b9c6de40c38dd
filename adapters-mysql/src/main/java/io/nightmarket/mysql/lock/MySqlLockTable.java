package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The rows whose lease lasts, each with its first waiter. */
public final class MySqlLockTable implements LockTable {
    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final String LASTING = "holder <> '' AND ends_at > " + NOW;
    private static final String HELD = "SELECT name, holder, depth, token, ends_at,"
            + " IF(waits_until > " + NOW + ", waiter, '') AS waiter FROM lock_lease WHERE " + LASTING
            + " ORDER BY name LIMIT ?";
    private static final String HOLDER = "SELECT holder FROM lock_lease WHERE name = ? AND " + LASTING;
    private static final String END =
            "UPDATE lock_lease SET holder = '', depth = 0, ends_at = " + NOW + " WHERE name = ? AND holder = ?";

    private final Database database;

    public MySqlLockTable(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<HeldLock>> read(int limit) {
        return database.answer(HELD, rows -> Rows.all(rows, MySqlLockTable::lock), limit);
    }

    @Override
    public CompletionStage<List<String>> forceRelease(String key, Optional<String> kind) {
        if (kind.isPresent() && !kind.get().equals("row")) {
            return CompletableFuture.completedStage(List.of());
        }
        Buffer name = Buffer.buffer(LeaseRows.KIND + key);
        return database.answer(session -> session.run(HOLDER, name)
                .compose(rows -> Rows.first(rows, row -> row.getBuffer("holder"))
                        .map(holder -> end(session, name, holder))
                        .orElseGet(() -> Future.succeededFuture(List.of()))));
    }

    private static Future<List<String>> end(DatabaseSession session, Buffer name, Buffer holder) {
        return session.run(END, name, holder).map(List.of(holder.toString(StandardCharsets.UTF_8)));
    }

    /** A token begins with the microsecond in which it was taken; {@code taken_at} is of the last renewal. */
    private static HeldLock lock(Row row) {
        String name = text(row, "name");
        int end = name.indexOf(':');
        Holder holder = new Holder(
                text(row, "holder"),
                Columns.number(row, "token"),
                Columns.small(row, "depth"),
                Instant.EPOCH.plus(Columns.number(row, "token"), ChronoUnit.MICROS),
                Columns.time(row, "ends_at"));
        String waiter = text(row, "waiter");
        List<String> waiting = waiter.isEmpty() ? List.of() : List.of(waiter);
        return new HeldLock(name.substring(0, end), name.substring(end + 1), List.of(holder), waiting);
    }

    private static String text(Row row, String column) {
        return row.get(Buffer.class, column).toString(StandardCharsets.UTF_8);
    }
}
