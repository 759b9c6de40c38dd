package io.nightmarket.mysql.adoption;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Short answers of a database, for what runs once at the start and may block. */
final class StartQueries {
    private StartQueries() {}

    /** The first column of the first row; 0 when there is none. */
    static long number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    /** All columns of all rows, as texts; empty for null. */
    static List<List<String>> rows(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            int width = rows.getMetaData().getColumnCount();
            List<List<String>> all = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>(width);
                for (int i = 1; i <= width; i++) {
                    String value = rows.getString(i);
                    row.add(value == null ? "" : value);
                }
                all.add(row);
            }
            return all;
        }
    }

    /** How many rows the statement wrote. */
    static int write(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
