package io.nightmarket.mysql.adoption;

import io.nightmarket.mysql.adoption.DatabaseContents.History;
import io.nightmarket.mysql.adoption.DatabaseContents.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What may be done with a database. */
public sealed interface AdoptionDecision {
    /** Nothing is there, or what is there is ours, be it half made: migrate. */
    record Migrate() implements AdoptionDecision {}

    /** An hm-dianping site's tables are all there, and nothing in our way: take its tables as version 1. */
    record Adopt() implements AdoptionDecision {}

    /** The database is another's, or not whole: leave it alone. */
    record Refuse(String reason) implements AdoptionDecision {}

    /** On a database with the history of other software. */
    static AdoptionDecision foreign(DatabaseContents found) {
        return new Refuse(nameOf(found) + " has the migrations of other software; give Night Market one of its own.");
    }

    /**
     * On a database with our history. A table of an unfinished migration is there when we were stopped on the way, and
     * looks as we make it then.
     *
     * @param unfinished the tables of the migrations that were not applied to the end
     */
    static AdoptionDecision onOurs(DatabaseContents found, List<TableShape> unfinished) {
        return inTheWay(
                found,
                unfinished.stream().filter(table -> !table.isIn(found.tables())).toList(),
                Migrate::new);
    }

    /**
     * On a database without a completed migration. Judges by the names and the storage engines of its tables.
     *
     * @param site the tables that an hm-dianping site has, in the order in which we make them
     * @param ours the tables that later migrations add
     */
    static AdoptionDecision onTables(DatabaseContents found, List<TableShape> site, List<TableShape> ours) {
        boolean begun = found.history() == History.BEGUN && areTheFirst(found.tables(), site);
        if (begun || found.tables().isEmpty()) {
            return new Migrate();
        }
        String database = nameOf(found);
        if (site.stream().noneMatch(table -> found.tables().containsKey(table.name()))) {
            return new Refuse(database + " holds the tables of other software; give Night Market one of its own.");
        }
        List<String> missing = missing(found.tables(), site);
        return missing.isEmpty()
                ? inTheWay(found, ours, () -> engines(database, found.tables(), site))
                : new Refuse(database + " lacks what an hm-dianping site has: " + String.join(", ", missing) + ".");
    }

    /** Whether we were stopped in making them: some, but not all, and nothing else. */
    private static boolean areTheFirst(Map<String, Table> tables, List<TableShape> site) {
        return tables.size() < site.size()
                && site.subList(0, tables.size()).stream().allMatch(table -> table.isIn(tables));
    }

    private static AdoptionDecision inTheWay(
            DatabaseContents found, List<TableShape> ours, Supplier<AdoptionDecision> otherwise) {
        List<String> inTheWay = ours.stream()
                .map(TableShape::name)
                .filter(found.tables()::containsKey)
                .toList();
        return inTheWay.isEmpty()
                ? otherwise.get()
                : new Refuse(nameOf(found) + " has tables of other software where ours would stand: "
                        + String.join(", ", inTheWay) + ".");
    }

    private static String nameOf(DatabaseContents found) {
        return "The database " + found.name();
    }

    private static AdoptionDecision engines(String database, Map<String, Table> tables, List<TableShape> site) {
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
