package io.nightmarket.mysql.orderlist;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.orderlist.OrderPages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A buyer's orders by the index of buyer and time; of orders of one second, the rows are sorted. */
public final class MySqlOrderPages implements OrderPages {
    private static final String OF_BUYER = OrderRows.READABLE + " AND user_id = ?";
    private static final String OF_STATUS = " AND " + OrderRows.STATUS + " = ?";

    /** By time first, which the index knows. */
    private static final String AFTER =
            " AND create_time <= ? AND (create_time < ? OR id % 1000 < ? OR (id % 1000 = ? AND id < ?))";

    private static final String NEWEST = " ORDER BY create_time DESC, id % 1000 DESC, id DESC LIMIT ?";

    private final Database database;

    public MySqlOrderPages(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<Order>> page(
            UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        List<Object> values = new ArrayList<>(List.of(buyer.value()));
        status.ifPresent(one -> values.add(one.code()));
        after.ifPresent(position -> {
            var second = Columns.seconds(Instant.ofEpochSecond(Math.floorDiv(position.score(), 1000)));
            long part = Math.floorMod(position.score(), 1000);
            values.addAll(List.of(second, second, part, part, position.id().value()));
        });
        values.add(size);
        String sql = OF_BUYER + (status.isPresent() ? OF_STATUS : "") + (after.isPresent() ? AFTER : "") + NEWEST;
        return database.answer(sql, rows -> Rows.all(rows, OrderRows::order), values.toArray());
    }
}
