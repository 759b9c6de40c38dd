package io.nightmarket.mysql.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A buyer's orders by the index of buyer and time. The second in which a page ends is found first, for the servers sort all that
 * a condition leaves: the rows of one page, and of its first and last second. A page that a change of status made short meanwhile is
 * read as a whole.
 */
public final class MySqlOrderPages implements OrderPages {
    private static final String OF_BUYER = OrderRows.READABLE + " AND user_id = ?";
    private static final String OF_STATUS = " AND " + OrderRows.STATUS + " = ?";

    /** By time first, which the index knows. */
    private static final String AFTER =
            " AND create_time <= ? AND (create_time < ? OR id % 1000 < ? OR (id % 1000 = ? AND id < ?))";

    private static final String BEFORE = " AND create_time < ?";
    private static final String LAST_OF_PAGE = " ORDER BY create_time DESC LIMIT 1 OFFSET ?";
    private static final String IN_PAGE = " AND create_time >= ?";
    private static final String NEWEST = " ORDER BY create_time DESC, id % 1000 DESC, id DESC LIMIT ?";

    private final Database database;

    public MySqlOrderPages(Database database) {
        this.database = database;
    }

    /** What is asked for. */
    private record Query(UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        String ofBuyer() {
            return OF_BUYER + (status.isPresent() ? OF_STATUS : "");
        }

        List<Object> values() {
            List<Object> values = new ArrayList<>(List.of(buyer.value()));
            status.ifPresent(one -> values.add(one.code()));
            return values;
        }
    }

    @Override
    public CompletionStage<List<Order>> page(
            UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        Query query = new Query(buyer, status, after, size);
        return database.answer(session -> lastSecond(session, query)
                .compose(last -> page(session, query, last)
                        .compose(found -> last.isPresent() && found.size() < size
                                ? page(session, query, Optional.empty())
                                : Future.succeededFuture(found))));
    }

    /** In which a page ends whose orders are all of earlier seconds than the position's; nothing when there are fewer. */
    private static Future<Optional<LocalDateTime>> lastSecond(DatabaseSession session, Query query) {
        List<Object> values = query.values();
        query.after.ifPresent(position -> values.add(second(position)));
        values.add(query.size - 1);
        return session.run(query.ofBuyer() + (query.after.isPresent() ? BEFORE : "") + LAST_OF_PAGE, values)
                .map(rows -> Rows.first(rows, row -> row.getLocalDateTime("create_time")));
    }

    private static Future<List<Order>> page(DatabaseSession session, Query query, Optional<LocalDateTime> last) {
        List<Object> values = query.values();
        query.after.ifPresent(position -> {
            LocalDateTime second = second(position);
            long part = Math.floorMod(position.score(), 1000);
            values.addAll(List.of(second, second, part, part, position.id().value()));
        });
        last.ifPresent(values::add);
        values.add(query.size);
        String sql =
                query.ofBuyer() + (query.after.isPresent() ? AFTER : "") + (last.isPresent() ? IN_PAGE : "") + NEWEST;
        return session.run(sql, values).map(rows -> Rows.all(rows, OrderRows::order));
    }

    private static LocalDateTime second(Position position) {
        return Columns.seconds(Instant.ofEpochSecond(Math.floorDiv(position.score(), 1000)));
    }
}
