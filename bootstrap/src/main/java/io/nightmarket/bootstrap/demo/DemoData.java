package io.nightmarket.bootstrap.demo;

import io.nightmarket.mysql.JdbcAddress;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchemaException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;

/** A small market to look at, for a database that holds nothing yet. */
public final class DemoData {
    private static final String LOCK = "SELECT GET_LOCK('nightmarket-demo-data', 30)";
    private static final String IS_EMPTY =
            "SELECT NOT EXISTS (SELECT 1 FROM tb_shop) AND NOT EXISTS (SELECT 1 FROM tb_user)";

    private DemoData() {}

    /**
     * Loads the demo data if there are no shops and no users, in one transaction. Otherwise changes one thing at most:
     * the demo's flash sales (vouchers 1 and 2, known by their titles) are dated anew, so that one is open and one opens
     * tomorrow. Blocks; several nodes may call it at once.
     *
     * @throws MySqlSchemaException when the server can't be reached or refuses
     */
    public static void load(MySqlConfig config, Clock clock) {
        try (Connection connection = new JdbcAddress(config).open()) {
            if (isTrue(connection, LOCK)) {
                connection.setAutoCommit(false);
                loadOrDateAnew(connection, clock.instant());
                connection.commit();
            }
        } catch (SQLException e) {
            throw new MySqlSchemaException(
                    "The demo data could not be loaded at " + config.maskedUri() + ": " + e.getMessage(), e);
        }
    }

    private static void loadOrDateAnew(Connection connection, Instant now) throws SQLException {
        if (!isTrue(connection, IS_EMPTY)) {
            DemoVouchers.dateAnew(connection, now);
            return;
        }
        DemoPeople.load(connection);
        DemoShops.load(connection);
        DemoVouchers.load(connection, now);
        DemoNotes.load(connection);
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() && answer.getBoolean(1);
        }
    }
}
