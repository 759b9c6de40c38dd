package io.nightmarket.mysql.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads orders and rejections. Rows of other software that name no user or no voucher are no orders. */
public final class MySqlOrders implements OrderRepository {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlOrders.class);

    private static final String ORDERS = "SELECT id, user_id, voucher_id, pay_type, status, create_time, pay_time,"
            + " use_time, refund_time, update_time FROM tb_voucher_order WHERE user_id > 0 AND voucher_id > 0";
    private static final String ORDER = ORDERS + " AND id = ?";
    private static final String REJECTIONS = "SELECT order_id, user_id, reason FROM order_rejection WHERE";
    private static final String REJECTION = REJECTIONS + " order_id = ?";
    private static final String LETTERS = "SELECT order_id, user_id FROM dead_letter WHERE user_id IS NOT NULL AND";
    private static final String LETTER = LETTERS + " order_id = ?";
    private static final String LETTER_OF_BUYER = LETTERS + " voucher_id = ? AND user_id = ? LIMIT 1";
    private static final String CLAIMS =
            "SELECT user_id, order_id FROM order_claim WHERE voucher_id = ? AND user_id IN";
    private static final String CLAIM = "SELECT order_id FROM order_claim WHERE voucher_id = ? AND user_id = ?";

    /** Ids grow with time. */
    private static final String LAST_REJECTION =
            REJECTIONS + " voucher_id = ? AND user_id = ? ORDER BY order_id DESC LIMIT 1";

    private static final String LARGEST = "SELECT MAX(id) AS id FROM tb_voucher_order WHERE id <= ?";

    private static final String LAST_SETTLED = "SELECT last_ms, last_seq FROM order_shard WHERE shard = ?";

    private static final String LOST_ORDERS = "SELECT order_id, user_id, 'LOST' AS reason FROM order_lost WHERE";

    static final String EPOCH = "SELECT epoch FROM order_shard WHERE shard = ?";

    /** Enough for an honest buyer, and few enough that none fills the table. */
    private static final int MOST_LOST = 16;

    /** Read without locks: anybody who is logged in may ask, and the writer needs the shard's row. */
    private static final String LOST = "SELECT COALESCE((SELECT epoch FROM order_shard WHERE shard = ?), 0) AS epoch,"
            + " (SELECT COUNT(*) FROM order_lost WHERE voucher_id = ? AND user_id = ?) AS lost";

    private static final String MARK_LOST =
            "INSERT IGNORE INTO order_lost (order_id, user_id, voucher_id) VALUES (?, ?, ?)";

    private static final String UNMARK_LOST =
            "DELETE FROM order_lost WHERE order_id = ? AND user_id = ? AND voucher_id = ?";

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
    public CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids) {
        List<Long> keys = ids.stream().map(OrderId::value).toList();
        return database.onSession(session -> {
                    Future<List<Row>> settled = Rows.in(session, ORDERS + " AND id IN", keys);
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
                })
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<OrderProgress>> find(VoucherId voucher, UserId buyer) {
        return database.onSession(session -> session.run(CLAIM, voucher.value(), buyer.value())
                        .map(rows -> Rows.first(rows, row -> Columns.number(row, "order_id")))
                        .compose(order -> order.isPresent()
                                ? session.run(ORDER, order.get()).map(rows -> Rows.first(rows, MySqlOrders::settled))
                                : session.run(LETTER_OF_BUYER, voucher.value(), buyer.value())
                                        .map(rows -> Rows.first(rows, MySqlOrders::queued))
                                        .compose(letter -> letter.isPresent()
                                                ? Future.succeededFuture(letter)
                                                : session.run(LAST_REJECTION, voucher.value(), buyer.value())
                                                        .map(rows -> Rows.first(rows, MySqlOrders::rejected)))))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Map<UserId, OrderId>> claims(VoucherId voucher, Set<UserId> buyers) {
        return database.onSession(session -> Rows.in(
                                session,
                                CLAIMS,
                                List.of(voucher.value()),
                                buyers.stream().map(UserId::value).toList())
                        .map(rows -> rows.stream()
                                .collect(Collectors.toMap(
                                        row -> new UserId(Columns.number(row, "user_id")),
                                        row -> new OrderId(Columns.number(row, "order_id"))))))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<EntryId> lastSettled(Shard shard) {
        return database.answer(
                LAST_SETTLED, rows -> Rows.first(rows, MySqlOrders::entry).orElse(EntryId.ZERO), shard.number());
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

    @Override
    public CompletionStage<Epoch> epoch(Shard shard) {
        return database.answer(EPOCH, rows -> epoch(shard, rows), shard.number());
    }

    /** That of a shard without a row has not begun. */
    static Epoch epoch(Shard shard, RowSet<Row> rows) {
        return new Epoch(
                shard, Rows.first(rows, row -> Columns.number(row, "epoch")).orElse(0L));
    }

    /** When the epoch ended meanwhile its queue may bring the order back: then the row is taken away again. */
    @Override
    public CompletionStage<Void> markLost(Epoch epoch, Purchase purchase) {
        return database.onSession(session -> readLost(session, epoch, purchase)
                        .compose(row -> Columns.number(row, "lost") < MOST_LOST
                                ? insertLost(session, epoch, purchase)
                                : Future.succeededFuture()))
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    private static Future<Void> insertLost(DatabaseSession session, Epoch epoch, Purchase purchase) {
        List<Long> row = List.of(
                purchase.order().value(),
                purchase.buyer().value(),
                purchase.voucher().value());
        return session.run(MARK_LOST, row)
                .compose(inserted -> readLost(session, epoch, purchase)
                        .recover(failure -> (inserted.rowCount() == 1
                                        ? session.run(UNMARK_LOST, row)
                                        : Future.succeededFuture())
                                .compose(_ -> Future.failedFuture(failure)))
                        .mapEmpty());
    }

    private static Future<Row> readLost(DatabaseSession session, Epoch epoch, Purchase purchase) {
        return session.run(
                        LOST,
                        epoch.shard().number(),
                        purchase.voucher().value(),
                        purchase.buyer().value())
                .compose(rows -> requireCurrent(epoch, rows));
    }

    private static Future<Row> requireCurrent(Epoch epoch, RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return Columns.number(row, "epoch") == epoch.number()
                ? Future.succeededFuture(row)
                : Future.failedFuture(new Unavailable("the shard is of another epoch"));
    }

    private static EntryId entry(Row row) {
        return new EntryId(Columns.number(row, "last_ms"), Columns.number(row, "last_seq"));
    }

    private static OrderProgress settled(Row row) {
        return new OrderProgress.Settled(new Order(
                new OrderId(Columns.number(row, "id")),
                new UserId(Columns.number(row, "user_id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                payType(row),
                status(row),
                Columns.time(row, "create_time"),
                Columns.timeOrNull(row, "pay_time"),
                Columns.timeOrNull(row, "use_time"),
                Columns.timeOrNull(row, "refund_time"),
                Columns.time(row, "update_time")));
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

    /** None is the column's default, balance. */
    private static int payType(Row row) {
        return Math.max(1, Columns.small(row, "pay_type"));
    }

    /** No status is the column's default, unpaid. */
    private static OrderStatus status(Row row) {
        int code = Columns.small(row, "status");
        return code == 0
                ? OrderStatus.UNPAID
                : OrderStatus.of(code).orElseThrow(() -> new Corrupt("no order has status " + code));
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
