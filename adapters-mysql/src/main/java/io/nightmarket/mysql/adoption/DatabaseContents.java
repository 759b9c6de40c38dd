package io.nightmarket.mysql.adoption;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a database holds before anything is done to it.
 *
 * @param history what is written in Flyway's table
 */
public record DatabaseContents(String name, Map<String, Table> tables, History history) {
    /** The table in which migrations are recorded. */
    public static final String HISTORY_TABLE = "flyway_schema_history";

    /** How the first entry of an adopted database's history reads. */
    public static final String BASELINE = "tables of an hm-dianping site";

    private static final String TABLES =
            "SELECT table_name, engine FROM information_schema.tables WHERE table_schema = DATABASE()";
    private static final String COLUMNS =
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()";
    private static final String ENTRIES = "SELECT COUNT(*) FROM " + HISTORY_TABLE;
    private static final String ENTRIES_OF_OURS = "SELECT COUNT(*) FROM " + HISTORY_TABLE
            + " WHERE script = 'V1__schema.sql' OR description = '" + BASELINE + "'";

    /** Whose migrations were recorded. */
    public enum History {
        NONE,
        OURS,
        FOREIGN
    }

    /**
     * A table there.
     *
     * @param engine empty for a view
     * @param columns in lower case
     */
    public record Table(String engine, Set<String> columns) {
        boolean hasTransactions() {
            return engine.equalsIgnoreCase("InnoDB");
        }
    }

    public static DatabaseContents read(Connection connection) throws SQLException {
        Map<String, Table> tables = new TreeMap<>();
        for (var row : Answers.rows(connection, TABLES)) {
            tables.put(row.getFirst(), new Table(row.getLast(), new HashSet<>()));
        }
        for (var row : Answers.rows(connection, COLUMNS)) {
            Table table = tables.get(row.getFirst());
            if (table != null) {
                var _ = table.columns().add(row.getLast().toLowerCase(Locale.ROOT));
            }
        }
        return new DatabaseContents(connection.getCatalog(), tables, history(connection, tables.keySet()));
    }

    /** A history without an entry is one that we were stopped in making: whoever else was can't be told. */
    private static History history(Connection connection, Set<String> tables) throws SQLException {
        if (!tables.contains(HISTORY_TABLE)) {
            return History.NONE;
        }
        return Answers.number(connection, ENTRIES) == 0 || Answers.number(connection, ENTRIES_OF_OURS) > 0
                ? History.OURS
                : History.FOREIGN;
    }
}
