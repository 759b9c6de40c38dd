package io.nightmarket.mysql.adoption;

import io.nightmarket.mysql.adoption.DatabaseContents.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What may be done with a database. */
public sealed interface Verdict {
    /** Nothing is there, or what is there is ours: migrate. */
    record Migrate() implements Verdict {}

    /** An hm-dianping site's tables are all there, and nothing in our way: take its tables as version 1. */
    record Adopt() implements Verdict {}

    /** The database is another's, or not whole: leave it alone. */
    record Refuse(String reason) implements Verdict {}

    /** On a database with the history of other software. */
    static Verdict foreign(DatabaseContents found) {
        return new Refuse(nameOf(found) + " has the migrations of other software; give Night Market one of its own.");
    }

    /**
     * On a database with tables and no history. Judges by names, and by what keeps the tables.
     *
     * @param site the tables that an hm-dianping site has
     * @param ours the tables that later migrations add
     */
    static Verdict onTables(DatabaseContents found, List<TableShape> site, List<TableShape> ours) {
        String database = nameOf(found);
        if (site.stream().noneMatch(table -> found.tables().containsKey(table.name()))) {
            return new Refuse(database + " holds the tables of other software; give Night Market one of its own.");
        }
        List<String> missing = missing(found.tables(), site);
        if (!missing.isEmpty()) {
            return new Refuse(database + " lacks what an hm-dianping site has: " + String.join(", ", missing) + ".");
        }
        List<String> inTheWay = ours.stream()
                .map(TableShape::name)
                .filter(found.tables()::containsKey)
                .toList();
        return inTheWay.isEmpty()
                ? engines(database, found.tables(), site)
                : new Refuse(database + " has tables of other software where ours would stand: "
                        + String.join(", ", inTheWay) + ".");
    }

    private static String nameOf(DatabaseContents found) {
        return "The database " + found.name();
    }

    private static Verdict engines(String database, Map<String, Table> tables, List<TableShape> site) {
        List<String> unsafe = site.stream()
                .map(TableShape::name)
                .filter(name -> {
                    Table table = tables.get(name);
                    return table != null && !table.hasTransactions();
                })
                .toList();
        return unsafe.isEmpty()
                ? new Adopt()
                : new Refuse(database + " has tables without transactions, which must be InnoDB: "
                        + String.join(", ", unsafe) + ".");
    }

    private static List<String> missing(Map<String, Table> tables, List<TableShape> site) {
        List<String> missing = new ArrayList<>();
        for (TableShape shape : site) {
            Table table = tables.get(shape.name());
            if (table == null) {
                missing.add("table " + shape.name());
                continue;
            }
            shape.columns().stream()
                    .filter(column -> !table.columns().contains(column))
                    .forEach(column -> missing.add("column " + shape.name() + "." + column));
        }
        return missing;
    }
}
