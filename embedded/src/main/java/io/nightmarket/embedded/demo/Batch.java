package io.nightmarket.embedded.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Rows of one table, written together when it is closed. */
final class Batch implements AutoCloseable {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final PreparedStatement statement;

    Batch(Connection connection, String sql) throws SQLException {
        this.statement = connection.prepareStatement(sql);
    }

    void add(Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        statement.addBatch();
    }

    /** A time as text, which no driver moves to another zone; the session stands at +00:00. */
    static String utc(Instant time) {
        return SECONDS.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }

    @Override
    public void close() throws SQLException {
        try (statement) {
            var _ = statement.executeBatch();
        }
    }
}
