package io.nightmarket.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets one node at a time make the tables ready. Ends with the connection that took it. */
final class SchemaLock {
    /** Less than the silence after which the waiting connection would take the server for gone. */
    static final Duration WAIT = JdbcAddress.SILENCE.minusMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(SchemaLock.class);

    /** The name is the server's, hence the database in it, cut to the 64 characters allowed. */
    private static final String GET = "SELECT GET_LOCK(CONCAT('schema-', SHA2(DATABASE(), 224)), ?)";

    private SchemaLock() {}

    /**
     * Takes it, or waits for who has it and says so. Blocks.
     *
     * @throws SQLException when it isn't free by then
     */
    static void take(Connection connection, Duration wait) throws SQLException {
        if (took(connection, Duration.ZERO)) {
            return;
        }
        LOG.info("Another node makes the tables ready; waiting for it, {} s at most", wait.toSeconds());
        if (!took(connection, wait)) {
            throw new SQLException("another node has been at it for more than " + wait.toSeconds() + " s");
        }
    }

    private static boolean took(Connection connection, Duration wait) throws SQLException {
        try (PreparedStatement get = connection.prepareStatement(GET)) {
            get.setLong(1, wait.toSeconds());
            try (ResultSet answer = get.executeQuery()) {
                return answer.next() && answer.getInt(1) == 1;
            }
        }
    }
}
