package io.nightmarket.embedded.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** A small market to look at, for a database that holds nothing yet: {@code market.sql} and {@code dates.sql}. */
public final class DemoData {
    private static final String LOCK = "SELECT GET_LOCK('nightmarket-demo-data', 30)";
    private static final String IS_EMPTY =
            "SELECT NOT EXISTS (SELECT 1 FROM tb_shop) AND NOT EXISTS (SELECT 1 FROM tb_user)";

    private DemoData() {}

    /**
     * Loads the demo data if there are no shops and no users, in one transaction. Then gives the demo's flash sales (known by
     * their titles) new dates, so that one is open, one opens tomorrow and one is over, and takes old ones off the lists.
     * Answers whether it loaded. Blocks; several nodes may call it at once.
     *
     * @param connection the caller's own, whose session stands at +00:00; it is left with a lock, and the caller
     *     closes it
     */
    public static boolean load(Connection connection, Clock clock) throws SQLException {
        if (!isTrue(connection, LOCK)) {
            return false;
        }
        connection.setAutoCommit(false);
        boolean isEmpty = isTrue(connection, IS_EMPTY);
        if (isEmpty) {
            run(connection, "market.sql");
        }
        setNow(connection, clock);
        run(connection, "dates.sql");
        connection.commit();
        return isEmpty;
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    /** As text, which no driver moves to another zone. */
    private static void setNow(Connection connection, Clock clock) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SET @now = ?")) {
            LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
            statement.setString(1, ISO_LOCAL_DATE_TIME.format(now.truncatedTo(ChronoUnit.SECONDS)));
            boolean _ = statement.execute();
        }
    }

    private static void run(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : read(script).strip().split(";\n", -1)) {
                boolean _ = statement.execute(sql);
            }
        }
    }

    private static String read(String script) {
        try (InputStream in = Objects.requireNonNull(DemoData.class.getResourceAsStream(script), script)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
