package io.nightmarket.mysql.order.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.domain.order.notice.OrderNotice.Kind;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Notices are the rows of order_event. Their numbers are given out when a buyer reads, under locks on the buyer's rows without
 * one; that they are unique is what two readers at once are held to.
 */
public final class MySqlOrderNotices implements OrderNotices {
    private static final int MAX_BATCH = 256;

    private static final String UNNUMBERED =
            "SELECT id FROM order_event WHERE user_id = ? AND number IS NULL ORDER BY id LIMIT " + MAX_BATCH;
    private static final String LAST = "SELECT COALESCE(MAX(number), 0) AS last FROM order_event WHERE user_id = ?";
    private static final String NUMBER = "UPDATE order_event e JOIN (SELECT id,"
            + " CAST(? AS SIGNED) + ROW_NUMBER() OVER (ORDER BY id) AS number FROM order_event WHERE id IN";
    private static final String NUMBERED = ") n ON n.id = e.id SET e.number = n.number";

    private static final String AFTER = "SELECT number, order_id, kind, happened_at FROM order_event"
            + " WHERE user_id = ? AND number > ? ORDER BY number LIMIT ?";

    /** Two entries of the index are read, however far a stream is behind. */
    private static final String HAS_MORE = "SELECT CAST(? AS SIGNED) AS buyer FROM DUAL"
            + " WHERE (SELECT MAX(number) FROM order_event WHERE user_id = ?) > ?"
            + " OR EXISTS (SELECT 1 FROM order_event WHERE user_id = ? AND number IS NULL)";

    private final Database database;

    public MySqlOrderNotices(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Long> last(UserId buyer) {
        return numberAll(buyer)
                .compose(_ -> database.onSession(session -> last(session, buyer)))
                .toCompletionStage();
    }

    private static Future<Long> last(DatabaseSession session, UserId buyer) {
        return session.run(LAST, buyer.value()).map(rows -> Rows.number(rows, "last"));
    }

    @Override
    public CompletionStage<List<OrderNotice>> after(UserId buyer, long number, int max) {
        return numberAll(buyer)
                .compose(_ -> database.run(
                        AFTER, rows -> Rows.all(rows, MySqlOrderNotices::notice), buyer.value(), number, max))
                .toCompletionStage();
    }

    /** A look without locks first: as a rule there is nothing to number. */
    private Future<Void> numberAll(UserId buyer) {
        return database.run(UNNUMBERED, rows -> rows.size(), buyer.value())
                .compose(unnumbered -> unnumbered == 0
                        ? Future.succeededFuture()
                        : database.inTransactionWithoutGapLocks(session -> number(session, buyer))
                                .compose(_ -> unnumbered == MAX_BATCH ? numberAll(buyer) : Future.succeededFuture()));
    }

    private static Future<Void> number(DatabaseSession session, UserId buyer) {
        return session.run(UNNUMBERED + " FOR UPDATE", buyer.value())
                .map(rows -> Rows.all(rows, row -> Columns.number(row, "id")))
                .compose(ids -> ids.isEmpty()
                        ? Future.succeededFuture()
                        : last(session, buyer)
                                .compose(last -> session.run(
                                        NUMBER + " (" + Rows.placeholders(ids.size()) + ")" + NUMBERED,
                                        Stream.concat(Stream.of(last), ids.stream())
                                                .toList()))
                                .mapEmpty());
    }

    @Override
    public CompletionStage<Set<UserId>> haveMore(Map<UserId, Long> read) {
        if (read.isEmpty()) {
            return CompletableFuture.completedStage(Set.of());
        }
        String statement = HAS_MORE + (" UNION ALL " + HAS_MORE).repeat(read.size() - 1);
        List<Long> values = read.entrySet().stream()
                .flatMap(each -> {
                    long buyer = each.getKey().value();
                    return Stream.of(buyer, buyer, each.getValue(), buyer);
                })
                .toList();
        return database.onSession(session -> session.run(statement, values))
                .map(rows -> Set.copyOf(Rows.all(rows, MySqlOrderNotices::buyer)))
                .toCompletionStage();
    }

    private static UserId buyer(Row row) {
        return new UserId(Columns.number(row, "buyer"));
    }

    private static OrderNotice notice(Row row) {
        return new OrderNotice(
                Columns.number(row, "number"),
                new OrderId(Columns.number(row, "order_id")),
                kind(Columns.text(row, "kind")),
                Columns.time(row, "happened_at"));
    }

    private static Kind kind(String event) {
        return switch (event) {
            case "PLACED" -> Kind.SETTLED;
            case "REVIVED" -> Kind.PAID;
            default -> Kind.valueOf(event);
        };
    }
}
