package io.nightmarket.embedded.demo;

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
     * Loads the demo data if there are no shops and no users, in one transaction. Otherwise changes one thing at
     * most: the demo's flash sales (vouchers 1 and 2, known by their titles) get new dates, so that one is open and
     * one opens tomorrow. Answers whether it loaded. Blocks; several nodes may call it at once.
     *
     * @param connection the caller's own, whose session stands at +00:00; it is left with a lock, and the caller
     *     closes it
     */
    public static boolean load(Connection connection, Clock clock) throws SQLException {
        if (!isTrue(connection, LOCK)) {
            return false;
        }
        connection.setAutoCommit(false);
        boolean isLoaded = loadOrRenewDates(connection, clock.instant());
        connection.commit();
        return isLoaded;
    }

    private static boolean loadOrRenewDates(Connection connection, Instant now) throws SQLException {
        if (!isTrue(connection, IS_EMPTY)) {
            DemoVouchers.renewDates(connection, now);
            return false;
        }
        DemoPeople.load(connection);
        DemoShops.load(connection);
        DemoVouchers.load(connection, now);
        DemoNotes.load(connection);
        return true;
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() && answer.getBoolean(1);
        }
    }
}
