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

/** Reads orders and rejections. */
public final class MySqlOrders implements OrderRepository {
    private static final String ORDER = "SELECT id, user_id, voucher_id, pay_type, status, create_time, pay_time,"
            + " use_time, refund_time, update_time FROM tb_voucher_order WHERE id = ?";
    private static final String REJECTION = "SELECT user_id, reason FROM order_rejection WHERE order_id = ?";

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
                MySqlOrderBooks.READ_SHARD,
                rows -> Rows.first(rows, MySqlOrderBooks::last).orElse(EntryId.ZERO),
                shard.number());
    }

    private static OrderProgress settled(Row row) {
        return new OrderProgress.Settled(new Order(
                new OrderId(Columns.number(row, "id")),
                new UserId(Columns.number(row, "user_id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                Columns.small(row, "pay_type"),
                status(row),
                Columns.time(row, "create_time"),
                Columns.timeOrNull(row, "pay_time"),
                Columns.timeOrNull(row, "use_time"),
                Columns.timeOrNull(row, "refund_time"),
                Columns.time(row, "update_time")));
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
