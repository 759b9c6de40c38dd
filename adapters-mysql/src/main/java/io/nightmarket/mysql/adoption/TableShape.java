package io.nightmarket.mysql.adoption;

import io.nightmarket.mysql.adoption.DatabaseContents.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A table as a migration makes it: its name, and its columns in lower case. */
public record TableShape(String name, List<String> columns) {
    private static final Pattern TABLE = Pattern.compile(
            "^CREATE TABLE (?:IF NOT EXISTS )?(\\w+) \\($(.*?)^\\)", Pattern.DOTALL | Pattern.MULTILINE);
    /** Columns are written in small letters, keys in capitals, and what is indented deeper continues a line. */
    private static final Pattern COLUMN = Pattern.compile("^ {4}([a-z]\\w*) ", Pattern.MULTILINE);

    /** The tables that a script of {@code db/migration} makes. */
    public static List<TableShape> madeBy(String script) {
        return TABLE.matcher(script).results().map(TableShape::of).toList();
    }

    /** Whether the table is there as the script makes it, by its columns and by what keeps it. */
    boolean isIn(Map<String, Table> tables) {
        Table table = tables.get(name);
        return table != null && table.hasTransactions() && table.columns().equals(Set.copyOf(columns));
    }

    private static TableShape of(MatchResult table) {
        return new TableShape(
                table.group(1),
                COLUMN.matcher(table.group(2))
                        .results()
                        .map(column -> column.group(1))
                        .toList());
    }
}
