package io.nightmarket.mysql.client;

import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Answers of many rows, and statements of many rows. */
public final class Rows {
    /** Statements stay well below the server's 65,535 values and come in few shapes, so that they stay prepared. */
    private static final int ROWS_PER_STATEMENT = 250;

    private Rows() {}

    public static <T> Optional<T> first(RowSet<Row> rows, Function<Row, T> reader) {
        return StreamSupport.stream(rows.spliterator(), false).findFirst().map(reader);
    }

    /** The number in the first row; 0 for null, and without a row. */
    public static long number(RowSet<Row> rows, String column) {
        return first(rows, row -> Columns.number(row, column)).orElse(0L);
    }

    /** The row of a statement that always answers one. */
    public static Row only(RowSet<Row> rows) {
        return rows.iterator().next();
    }

    public static <T> List<T> all(RowSet<Row> rows, Function<Row, T> reader) {
        return StreamSupport.stream(rows.spliterator(), false).map(reader).toList();
    }

    /** What a statement that writes gave to {@code LAST_INSERT_ID}: what it wrote is known in the same step. */
    public static long lastInsertId(RowSet<Row> written) {
        return written.property(MySQLClient.LAST_INSERTED_ID);
    }

    /** {@code ?,?,?} */
    public static String placeholders(int count) {
        return "?" + ",?".repeat(count - 1);
    }

    /**
     * Inserts the rows, in their order, in as few statements as is sound.
     *
     * @param head up to and including {@code VALUES}
     */
    public static Future<Void> insert(DatabaseSession session, String head, List<List<?>> rows) {
        return rows.isEmpty()
                ? Future.succeededFuture()
                : insert(session, head, "(" + placeholders(rows.getFirst().size()) + ")", rows);
    }

    /**
     * As {@link #insert(DatabaseSession, String, List)}, for rows that are not made of placeholders alone.
     *
     * @param row one row, in parentheses
     */
    public static Future<Void> insert(DatabaseSession session, String head, String row, List<List<?>> rows) {
        return write(session, head, row, rows, "");
    }

    /**
     * As {@link #insert(DatabaseSession, String, List)}, with an end to the statement.
     *
     * @param tail what is done with a row that is there
     */
    public static Future<Void> upsert(DatabaseSession session, String head, List<List<?>> rows, String tail) {
        return write(session, head, "(" + placeholders(rows.getFirst().size()) + ")", rows, tail);
    }

    private static Future<Void> write(
            DatabaseSession session, String head, String row, List<List<?>> rows, String tail) {
        List<Future<?>> statements = new ArrayList<>();
        for (List<List<?>> part : parts(rows)) {
            statements.add(session.run(
                    head + " " + row + ("," + row).repeat(part.size() - 1) + tail,
                    part.stream().<Object>flatMap(List::stream).toList()));
        }
        return Future.join(statements).mapEmpty();
    }

    private static <T> List<List<T>> parts(List<? extends T> all) {
        return all.stream()
                .<List<T>>gather(Gatherers.windowFixed(ROWS_PER_STATEMENT))
                .toList();
    }

    /** As {@link #in(DatabaseSession, String, List, List)}, for a head without placeholders. */
    public static Future<List<Row>> in(DatabaseSession session, String head, List<?> keys) {
        return in(session, head, List.of(), keys);
    }

    /**
     * Reads what belongs to any of the keys, in as few statements as is sound.
     *
     * @param head up to and including {@code IN}
     * @param before values of placeholders in the head
     */
    public static Future<List<Row>> in(DatabaseSession session, String head, List<?> before, List<?> keys) {
        return in(session, head, before, keys, "");
    }

    /**
     * As {@link #in(DatabaseSession, String, List, List)}, with an end to the statement. The last key is repeated up to a power
     * of two of keys: statements of few lengths stay prepared.
     *
     * @param tail what comes after the keys
     */
    public static Future<List<Row>> in(
            DatabaseSession session, String head, List<?> before, List<?> keys, String tail) {
        List<Future<RowSet<Row>>> statements = new ArrayList<>();
        for (List<Object> part : Rows.<Object>parts(keys)) {
            int size = Math.min(ROWS_PER_STATEMENT, Integer.highestOneBit(2 * part.size() - 1));
            statements.add(session.run(
                    head + " (" + placeholders(size) + ")" + tail,
                    Stream.of(before, part, Collections.nCopies(size - part.size(), part.getLast()))
                            .<Object>flatMap(List::stream)
                            .toList()));
        }
        return Future.join(statements).map(_ -> {
            List<Row> found = new ArrayList<>();
            statements.forEach(statement -> statement.result().forEach(found::add));
            return found;
        });
    }
}
