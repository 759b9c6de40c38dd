package io.nightmarket.bench.sale;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** While it is open, MySQL answers nobody who asks for shops: they wait, and the server tells how many there are. */
final class SlowShops implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofMillis(5);

    private final Connection connection;

    private SlowShops(Connection connection) {
        this.connection = connection;
    }

    /** @param connection for this alone until it is closed */
    static SlowShops begin(Connection connection) throws SQLException {
        execute(connection, "LOCK TABLES tb_shop WRITE");
        return new SlowShops(connection);
    }

    /** How many statements wait that ask for one shop by its id. */
    int waiting() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                                + " WHERE id <> CONNECTION_ID() AND info LIKE 'SELECT id, name,%FROM tb_shop WHERE id = %'");
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    /** Until somebody waits, and for so long from then on. */
    void hold(Duration length) throws IOException, SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (waiting() == 0) {
            if (System.nanoTime() - deadline >= 0) {
                throw new IOException("nobody asked MySQL for the shop within " + PATIENCE);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() throws SQLException {
        execute(connection, "UNLOCK TABLES");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean _ = statement.execute(sql);
        }
    }
}
