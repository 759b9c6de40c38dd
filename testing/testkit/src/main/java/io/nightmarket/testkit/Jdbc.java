package io.nightmarket.testkit;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Blocking connections to the database of a {@code mysql://user:password@host:port/database} address. */
public final class Jdbc {
    private Jdbc() {}

    /** A connection whose session stands at +00:00. */
    public static Connection open(String mysqlUri) throws SQLException {
        return open(mysqlUri, "connectTimeout=5000&sessionVariables=time_zone='+00:00'");
    }

    /** A connection for work in bulk, which is patient with a server that stalls. */
    public static Connection openForBulk(String mysqlUri) throws SQLException {
        return open(mysqlUri, "connectTimeout=30000&rewriteBatchedStatements=true");
    }

    private static Connection open(String mysqlUri, String options) throws SQLException {
        URI uri = URI.create(mysqlUri);
        String[] login = uri.getUserInfo().split(":", 2);
        int port = uri.getPort() < 0 ? 3306 : uri.getPort();
        String url = "jdbc:mariadb://" + uri.getHost() + ':' + port + uri.getPath() + "?allowPublicKeyRetrieval=true&"
                + options;
        return DriverManager.getConnection(url, login[0], login[1]);
    }

    /** Reads a row. */
    @FunctionalInterface
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** All rows of a query. */
    public static <T> List<T> list(Connection connection, String sql, Reading<T> reading, @Nullable Object... values)
            throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement statement = prepare(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                all.add(reading.of(rows));
            }
        }
        return all;
    }

    /** Runs a statement. */
    public static void run(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            boolean _ = statement.execute();
        }
    }

    /** Runs a statement for each row of values, in one batch. */
    public static void runAll(Connection connection, String sql, List<? extends List<? extends @Nullable Object>> rows)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (List<? extends @Nullable Object> row : rows) {
                set(statement, row.toArray());
                statement.addBatch();
            }
            int[] _ = statement.executeBatch();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        set(statement, values);
        return statement;
    }

    private static void set(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
