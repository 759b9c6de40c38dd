package io.nightmarket.mysql.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads orders and rejections. Rows of other software that name no user or no voucher are nobody's orders. */
public final class MySqlOrders implements OrderRepository {
    private static final String ORDER = "SELECT id, user_id, voucher_id, pay_type, status, create_time, pay_time,"
            + " use_time, refund_time, update_time FROM tb_voucher_order WHERE id = ? AND user_id > 0 AND voucher_id > 0";
    private static final String REJECTION = "SELECT user_id, reason FROM order_rejection WHERE order_id = ?";
    private static final String LARGEST = "SELECT MAX(id) AS id FROM tb_voucher_order WHERE id <= ?";

    private static final String LAST_SETTLED = "SELECT last_ms, last_seq FROM order_shard WHERE shard = ?";

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

    private static OrderProgress rejected(Row row) {
        return new OrderProgress.Rejected(
                new UserId(Columns.number(row, "user_id")), RejectionReason.valueOf(Columns.text(row, "reason")));
    }
}
