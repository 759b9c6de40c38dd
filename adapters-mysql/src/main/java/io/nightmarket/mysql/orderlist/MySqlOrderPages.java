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
import java.util.stream.Stream;

/**
 * A buyer's orders by the index of buyer and time. The second in which a page ends is found first, for the servers sort all that
 * a condition leaves: the rows of one page, and of its first and last second.
 */
public final class MySqlOrderPages implements OrderPages {
    private static final String OF_BUYER = OrderRows.READABLE + " AND user_id = ?";
    private static final String OF_STATUS = " AND " + OrderRows.STATUS + " = ?";

    /** By time first, which the index knows. */
    private static final String AFTER =
            " AND create_time <= ? AND (create_time < ? OR id % 1000 < ? OR (id % 1000 = ? AND id < ?))";

    private static final String BEFORE = " AND create_time < ?";

    /** Not before the second in which a page of orders that are all older than the position's second would end. */
    private static final String IN_PAGE = " AND create_time >= COALESCE((SELECT create_time FROM (";

    private static final String LAST_OF_PAGE = " ORDER BY create_time DESC LIMIT 1 OFFSET ?) page), '1970-01-02')";

    private static final String NEWEST = " ORDER BY create_time DESC, id % 1000 DESC, id DESC LIMIT ?";

    private final Database database;

    public MySqlOrderPages(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<Order>> page(
            UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        String ofBuyer = OF_BUYER + (status.isPresent() ? OF_STATUS : "");
        List<Object> values = new ArrayList<>(ofBuyer(buyer, status));
        after.ifPresent(position -> {
            long part = Math.floorMod(position.score(), 1000);
            values.addAll(List.of(
                    second(position),
                    second(position),
                    part,
                    part,
                    position.id().value()));
        });
        values.addAll(ofBuyer(buyer, status));
        after.ifPresent(position -> values.add(second(position)));
        values.addAll(List.of(size - 1, size));
        String sql = ofBuyer
                + (after.isPresent() ? AFTER : "")
                + IN_PAGE
                + ofBuyer
                + (after.isPresent() ? BEFORE : "")
                + LAST_OF_PAGE
                + NEWEST;
        return database.answer(sql, rows -> Rows.all(rows, OrderRows::order), values.toArray());
    }

    private static List<Object> ofBuyer(UserId buyer, Optional<OrderStatus> status) {
        return Stream.concat(Stream.of(buyer.value()), status.map(one -> one.code()).stream())
                .map(Object.class::cast)
                .toList();
    }

    private static Object second(Position position) {
        return Columns.seconds(Instant.ofEpochSecond(Math.floorDiv(position.score(), 1000)));
    }
}
