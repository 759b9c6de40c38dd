package io.nightmarket.mysql.order.list;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.list.RecentOrders;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Changes are the rows of order_event. */
public final class MySqlRecentOrders implements RecentOrders {
    private static final String CHANGES =
            "SELECT id, order_id FROM order_event WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";
    private static final String LAST = "SELECT COALESCE(MAX(id), 0) AS last FROM order_event";

    private final Database database;

    public MySqlRecentOrders(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Changes> between(long after, long upTo, int max) {
        return database.answer(session -> session.run(CHANGES, after, upTo, max)
                .compose(rows -> changes(session, after, Rows.all(rows, row -> row))));
    }

    private static Future<Changes> changes(DatabaseSession session, long after, List<Row> events) {
        List<Long> ids = events.stream()
                .map(event -> Columns.number(event, "order_id"))
                .distinct()
                .toList();
        long last = events.isEmpty() ? after : Columns.number(events.getLast(), "id");
        return read(session, ids).map(orders -> new Changes(orders, last));
    }

    private static Future<List<Order>> read(DatabaseSession session, List<Long> ids) {
        return Rows.in(session, OrderRows.READABLE + " AND id IN", ids)
                .map(rows -> rows.stream().map(OrderRows::order).toList());
    }

    @Override
    public CompletionStage<Long> last() {
        return database.answer(LAST, rows -> Rows.number(rows, "last"));
    }

    @Override
    public CompletionStage<List<Order>> read(Collection<OrderId> orders) {
        return database.answer(
                session -> read(session, orders.stream().map(OrderId::value).toList()));
    }
}
