package io.nightmarket.mysql.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads orders, rejections and dead letters. */
public final class MySqlOrders implements OrderRepository {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlOrders.class);

    private static final String ORDER = OrderRows.ORDERS + " AND id = ?";
    private static final String REJECTIONS = "SELECT order_id, user_id, reason FROM order_rejection WHERE";
    private static final String REJECTION = REJECTIONS + " order_id = ?";
    private static final String LETTERS = "SELECT order_id, user_id FROM dead_letter WHERE user_id IS NOT NULL AND";
    private static final String LETTER = LETTERS + " order_id = ?";
    private static final String LETTER_OF_BUYER = LETTERS + " voucher_id = ? AND user_id = ? LIMIT 1";
    private static final String CLAIM = "SELECT order_id FROM order_claim WHERE voucher_id = ? AND user_id = ?";

    /** Ids grow with time. */
    private static final String LAST_REJECTION =
            REJECTIONS + " voucher_id = ? AND user_id = ? ORDER BY order_id DESC LIMIT 1";

    private static final String PAY_UNTIL = "SELECT pay_until FROM order_claim WHERE voucher_id = ? AND user_id = ?"
            + " AND order_id = ? AND pay_until IS NOT NULL UNION ALL SELECT pay_until FROM unpaid_order WHERE order_id = ?";

    private static final String LARGEST = "SELECT MAX(id) AS id FROM tb_voucher_order WHERE id <= ?";

    private static final String LOST_ORDERS = "SELECT order_id, user_id, 'LOST' AS reason FROM order_lost WHERE";

    private final Database database;

    public MySqlOrders(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<OrderProgress>> find(OrderId id) {
        return database.run(ORDER, rows -> Rows.first(rows, MySqlOrders::settled), id.value())
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture(found)
                        : database.run(REJECTION, rows -> Rows.first(rows, MySqlOrders::rejected), id.value()))
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture(found)
                        : database.run(LETTER, rows -> Rows.first(rows, MySqlOrders::queued), id.value()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<Instant>> payUntil(Order order) {
        return database.answer(
                PAY_UNTIL,
                rows -> Rows.first(rows, row -> Columns.time(row, "pay_until")),
                order.voucher().value(),
                order.user().value(),
                order.id().value(),
                order.id().value());
    }

    @Override
    public CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids) {
        List<Long> keys = ids.stream().map(OrderId::value).toList();
        return database.answer(session -> {
            Future<List<Row>> settled = Rows.in(session, OrderRows.ORDERS + " AND id IN", keys);
            Future<List<Row>> rejected = Rows.in(session, REJECTIONS + " order_id IN", keys);
            Future<List<Row>> lost = Rows.in(session, LOST_ORDERS + " order_id IN", keys);
            Future<List<Row>> letters = Rows.in(session, LETTERS + " order_id IN", keys);
            return Future.join(settled, rejected, lost, letters)
                    .map(_ -> Stream.of(
                                    settled.result().stream().map(MySqlOrders::settledOrLeft),
                                    rejected.result().stream().map(MySqlOrders::rejected),
                                    lost.result().stream().map(MySqlOrders::rejected),
                                    letters.result().stream().map(MySqlOrders::queued))
                            .flatMap(Function.identity())
                            .toList());
        });
    }

    @Override
    public CompletionStage<Optional<OrderProgress>> find(VoucherId voucher, UserId buyer) {
        return database.answer(session -> session.run(CLAIM, voucher.value(), buyer.value())
                .map(rows -> Rows.first(rows, row -> Columns.number(row, "order_id")))
                .compose(order -> order.isPresent()
                        ? session.run(ORDER, order.get()).map(rows -> Rows.first(rows, MySqlOrders::settled))
                        : session.run(LETTER_OF_BUYER, voucher.value(), buyer.value())
                                .map(rows -> Rows.first(rows, MySqlOrders::queued))
                                .compose(letter -> letter.isPresent()
                                        ? Future.succeededFuture(letter)
                                        : session.run(LAST_REJECTION, voucher.value(), buyer.value())
                                                .map(rows -> Rows.first(rows, MySqlOrders::rejected)))));
    }

    @Override
    public CompletionStage<Optional<OrderId>> largest(OrderId bound) {
        return database.answer(
                LARGEST,
                rows -> Rows.first(rows, row -> Columns.number(row, "id"))
                        .filter(id -> id > 0)
                        .map(OrderId::new),
                bound.value());
    }

    private static OrderProgress settled(Row row) {
        return new OrderProgress.Settled(OrderRows.order(row));
    }

    /** An order whose row can't be read is known nevertheless, and left as it is. */
    private static OrderProgress settledOrLeft(Row row) {
        try {
            return settled(row);
        } catch (Corrupt e) {
            LOG.warn("Order {} can't be read: {}", row.getValue("id"), e.getMessage());
            return new OrderProgress.Queued(
                    new OrderId(Columns.number(row, "id")), new UserId(Columns.number(row, "user_id")));
        }
    }

    private static OrderProgress queued(Row row) {
        return new OrderProgress.Queued(
                new OrderId(Columns.number(row, "order_id")), new UserId(Columns.number(row, "user_id")));
    }

    private static OrderProgress rejected(Row row) {
        return new OrderProgress.Rejected(
                new OrderId(Columns.number(row, "order_id")),
                new UserId(Columns.number(row, "user_id")),
                RejectionReason.valueOf(Columns.text(row, "reason")));
    }
}
