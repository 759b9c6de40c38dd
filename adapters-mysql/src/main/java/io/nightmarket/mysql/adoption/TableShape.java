package io.nightmarket.mysql.adoption;

import java.util.List;
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

    private static TableShape of(MatchResult table) {
        return new TableShape(
                table.group(1),
                COLUMN.matcher(table.group(2))
                        .results()
                        .map(column -> column.group(1))
                        .toList());
    }
}
