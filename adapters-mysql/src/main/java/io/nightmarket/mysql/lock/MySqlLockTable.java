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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The rows whose lease lasts, each with its first waiter. */
public final class MySqlLockTable implements LockTable {
    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final String LASTING = "holder <> '' AND ends_at > " + NOW;
    private static final String HELD = "SELECT name, holder, depth, token, taken_at, ends_at,"
            + " IF(waits_until > " + NOW + ", waiter, '') AS waiter FROM lock_lease WHERE " + LASTING
            + " ORDER BY name LIMIT ?";
    private static final String HOLDER = "SELECT holder FROM lock_lease WHERE name = ? AND " + LASTING;
    private static final String END =
            "UPDATE lock_lease SET holder = '', depth = 0, ends_at = " + NOW + " WHERE name = ? AND holder = ?";
    private static final String CONNECTION = "SELECT IS_USED_LOCK(" + ConnectionHold.NAME + ") AS id";

    private final Database database;

    public MySqlLockTable(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<HeldLock>> read(int most) {
        return database.answer(HELD, rows -> Rows.all(rows, MySqlLockTable::lock), most);
    }

    @Override
    public CompletionStage<List<String>> forceRelease(String key, Optional<String> kind) {
        List<String> former = new ArrayList<>();
        return database.onSession(session -> endRow(session, key, kind, former)
                        .compose(_ -> endConnection(session, key, kind, former))
                        .map(_ -> former))
                .toCompletionStage();
    }

    private static Future<Void> endRow(
            DatabaseSession session, String key, Optional<String> kind, List<String> former) {
        return isOther("row", kind) ? Future.succeededFuture() : end(session, "row:" + key, former);
    }

    /** The server frees the lock with the end of its connection. */
    private static Future<Void> endConnection(
            DatabaseSession session, String key, Optional<String> kind, List<String> former) {
        if (isOther("connection", kind)) {
            return Future.succeededFuture();
        }
        return session.run(CONNECTION, Buffer.buffer(key))
                .map(rows -> Columns.numberOrNull(rows.iterator().next(), "id"))
                .compose(connection -> connection == null
                        ? Future.succeededFuture()
                        : session.command("KILL " + connection)
                                .compose(_ -> end(session, "connection:" + key, former)));
    }

    private static Future<Void> end(DatabaseSession session, String name, List<String> former) {
        return session.run(HOLDER, Buffer.buffer(name))
                .map(rows -> Rows.first(rows, row -> row.getBuffer("holder")))
                .compose(holder -> holder.isEmpty()
                        ? Future.succeededFuture()
                        : session.run(END, Buffer.buffer(name), holder.get()).map(ended -> {
                            if (ended.rowCount() == 1) {
                                former.add(holder.get().toString(StandardCharsets.UTF_8));
                            }
                            return null;
                        }));
    }

    private static boolean isOther(String mine, Optional<String> kind) {
        return kind.isPresent() && !kind.get().equals(mine);
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
        String waiter = text(row, "waiter");
        List<String> waiting = waiter.isEmpty() ? List.of() : List.of(waiter);
        return new HeldLock(name.substring(0, end), name.substring(end + 1), List.of(holder), waiting);
    }

    private static String text(Row row, String column) {
        return row.get(Buffer.class, column).toString(StandardCharsets.UTF_8);
    }
}
