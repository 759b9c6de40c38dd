package io.nightmarket.mysql.adoption;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a database holds before anything is done to it.
 *
 * @param tables all but the one in which migrations are recorded
 * @param history what is written in that one
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

    /** Many a program has a script of that name, so the checksum counts too. */
    private static final String ENTRIES_OF_OURS =
            ENTRIES + " WHERE (script = 'V1__schema.sql' AND checksum IN (%s) OR description = '" + BASELINE + "')";

    /** The product whose migrations were recorded. */
    public enum History {
        /** There is no table for it. */
        NONE,
        /** Nothing was done to the end: possibly by an earlier start of this program that was stopped. */
        BEGUN,
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

    /**
     * Reads it all. Blocks.
     *
     * @param firstChecksums what our first migration may be recorded with
     */
    public static DatabaseContents read(Connection connection, Set<Integer> firstChecksums) throws SQLException {
        Map<String, Table> tables = new TreeMap<>();
        for (var row : StartQueries.rows(connection, TABLES)) {
            tables.put(row.getFirst(), new Table(row.getLast(), new HashSet<>()));
        }
        for (var row : StartQueries.rows(connection, COLUMNS)) {
            Table table = tables.get(row.getFirst());
            if (table != null) {
                var _ = table.columns().add(row.getLast().toLowerCase(Locale.ROOT));
            }
        }
        History history = tables.remove(HISTORY_TABLE) == null ? History.NONE : history(connection, firstChecksums);
        return new DatabaseContents(connection.getCatalog(), tables, history);
    }

    private static History history(Connection connection, Set<Integer> firstChecksums) throws SQLException {
        String ours = ENTRIES_OF_OURS.formatted(
                firstChecksums.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        if (StartQueries.number(connection, ours + " AND success") > 0) {
            return History.OURS;
        }
        return StartQueries.number(connection, ENTRIES) == StartQueries.number(connection, ours)
                ? History.BEGUN
                : History.FOREIGN;
    }

    /** Removes a history in which nothing was done to the end. */
    public void forgetBegunHistory(Connection connection) throws SQLException {
        if (history == History.BEGUN) {
            var _ = StartQueries.write(connection, "DROP TABLE " + HISTORY_TABLE);
        }
    }
}
