package io.nightmarket.mysql.listing;

import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.listing.ListSql.Statement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Lists by one builder of statements. Orders of a sale or a shop are read in slices, voucher by voucher along the index of voucher
 * and id, so that no statement looks at more than a slice, however few rows meet the conditions.
 */
public final class MySqlListRows implements ListRows {
    private static final int SLICE = 20_000;
    private static final int MAX_SLICES = 10;
    private static final int MAX_VOUCHERS = 200;
    private static final Place START = new Place(Long.MAX_VALUE, Long.MAX_VALUE);
    private static final Place END = new Place(0, 0);
    private static final String VOUCHERS = "SELECT id FROM tb_voucher WHERE shop_id IN (";

    private final Database database;

    public MySqlListRows(Database database) {
        this.database = database;
    }

    /**
     * What a statement looks at.
     *
     * @param vouchers whose orders; empty: any rows
     */
    private record Slice(List<Long> vouchers, Place after, Place upTo) {
        boolean isLast() {
            return upTo.equals(END);
        }
    }

    @Override
    public CompletionStage<Page> page(Selection query, Optional<Place> after, int size) {
        return database.answer(session -> read(session, query, after.orElse(START), size, new ArrayList<>(), 1));
    }

    private static Future<Page> read(
            DatabaseSession session, Selection query, Place after, int size, List<Row> found, int slices) {
        return slice(session, query, after).compose(slice -> {
            ListSql list = ListSql.of(query.list());
            Statement statement = list.joined(
                            new Statement().add(list.selected(query.list())),
                            rest(query, slice),
                            slice.vouchers,
                            after,
                            slice.upTo)
                    .add(list.byPlace(), size + 1 - found.size());
            return session.run(statement.sql(), statement.values()).compose(rows -> {
                Place last = after;
                for (io.vertx.sqlclient.Row row : rows) {
                    if (found.size() == size) {
                        return Future.succeededFuture(new Page(found, Optional.of(last)));
                    }
                    found.add(row(query.list(), row));
                    last = place(row);
                }
                Optional<Place> next = slice.isLast() ? Optional.empty() : Optional.of(slice.upTo);
                return next.isEmpty() || found.size() == size || slices == MAX_SLICES
                        ? Future.succeededFuture(new Page(found, next))
                        : read(session, query, slice.upTo, size, found, slices + 1);
            });
        });
    }

    @Override
    public CompletionStage<Count> count(Selection query) {
        return database.answer(session -> count(session, query, START, 0, 1));
    }

    private static Future<Count> count(
            DatabaseSession session, Selection query, Place after, long counted, int slices) {
        return slice(session, query, after).compose(slice -> {
            Statement statement = ListSql.of(query.list())
                    .bare(
                            new Statement().add("SELECT COUNT(*) AS number FROM (SELECT 1"),
                            rest(query, slice),
                            slice.vouchers,
                            after,
                            slice.upTo)
                    .add(" LIMIT ?) AS counted", MAX_COUNTED + 1 - counted);
            return session.run(statement.sql(), statement.values()).compose(rows -> {
                long total = counted + Rows.number(rows, "number");
                if (total > MAX_COUNTED || slice.isLast() || slices == MAX_SLICES) {
                    boolean isMore = total > MAX_COUNTED || !slice.isLast();
                    return Future.succeededFuture(new Count(Math.min(total, MAX_COUNTED), isMore));
                }
                return count(session, query, slice.upTo, total, slices + 1);
            });
        });
    }

    /** The slice after a place, of a query for orders of a sale or a shop; else all there is. */
    private static Future<Slice> slice(DatabaseSession session, Selection query, Place after) {
        List<?> sale = query.list().equals(StaffList.ORDERS) ? values(query, "voucherId") : List.of();
        List<?> shops = query.list().equals(StaffList.ORDERS) ? values(query, "shopId") : List.of();
        if (sale.isEmpty() && shops.isEmpty()) {
            return Future.succeededFuture(new Slice(List.of(), after, END));
        }
        if (shops.isEmpty()) {
            return cut(session, query, new Slice(List.of((Long) sale.getFirst()), after, END));
        }
        Statement statement = new Statement()
                .add(VOUCHERS + Rows.placeholders(shops.size()) + ")", shops.toArray())
                .add(" AND id <= ? ORDER BY id DESC LIMIT ?", after.first(), MAX_VOUCHERS);
        return session.run(statement.sql(), statement.values())
                .map(rows -> Rows.all(rows, row -> Columns.number(row, "id")))
                .compose(vouchers -> vouchers.isEmpty()
                        // No voucher has this id.
                        ? Future.succeededFuture(new Slice(List.of(0L), after, END))
                        : cut(
                                session,
                                query,
                                new Slice(
                                        vouchers,
                                        after,
                                        vouchers.size() < MAX_VOUCHERS ? END : new Place(vouchers.getLast(), 0))));
    }

    /** Shortens the slice to a bounded number of rows, where not each of them is in the list. */
    private static Future<Slice> cut(DatabaseSession session, Selection query, Slice slice) {
        if (query.conditions().size() == 1) {
            return Future.succeededFuture(slice);
        }
        ListSql list = ListSql.of(query.list());
        Statement statement = list.bare(
                        new Statement().add("SELECT o.voucher_id AS first, o.id AS second"),
                        List.of(),
                        slice.vouchers,
                        slice.after,
                        slice.upTo)
                .add(list.byPlace() + " OFFSET ?", 1, SLICE - 1);
        return session.run(statement.sql(), statement.values())
                .map(rows ->
                        Rows.first(rows, row -> new Place(Columns.number(row, "first"), Columns.number(row, "second"))))
                .map(end -> new Slice(slice.vouchers, slice.after, end.orElse(slice.upTo)));
    }

    private static List<?> values(Selection query, String column) {
        return query.conditions().stream()
                .filter(condition -> condition.column().equals(column))
                .findFirst()
                .<List<?>>map(Condition::values)
                .orElse(List.of());
    }

    /** The conditions but for the one that the vouchers stand for. */
    private static List<Condition> rest(Selection query, Slice slice) {
        return query.conditions().stream()
                .filter(condition -> slice.vouchers.isEmpty()
                        || !List.of("voucherId", "shopId").contains(condition.column()))
                .toList();
    }

    private static Place place(io.vertx.sqlclient.Row row) {
        return new Place(Columns.number(row, ListSql.FIRST), Columns.number(row, ListSql.SECOND));
    }

    private static Row row(StaffList list, io.vertx.sqlclient.Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (StaffList.Column column : list.columns()) {
            values.add(
                    switch (column.kind()) {
                        case TIME -> Columns.timeOrNull(row, column.name());
                        case TEXT, PHONE -> Columns.textOrNull(row, column.name());
                        case ID, ORDER_ID, ORDER_NUMBER, COUNT, MONEY -> Columns.numberOrNull(row, column.name());
                    });
        }
        return new Row(values);
    }
}
