package io.nightmarket.mysql.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.vertx.sqlclient.Row;

/** Rows of tb_voucher_order. Rows of other software that name no user or no voucher are no orders. */
public final class OrderRows {
    /** Select list, table and the condition that a row is an order. */
    public static final String ORDERS = "SELECT id, user_id, voucher_id, pay_type, status, create_time, pay_time,"
            + " use_time, refund_time, update_time FROM tb_voucher_order WHERE user_id > 0 AND voucher_id > 0";

    /** As {@link #ORDERS}, without rows whose status other software wrote and {@link #order} can't read. */
    public static final String READABLE = ORDERS + " AND COALESCE(status, 0) BETWEEN 0 AND 6";

    /** The status of a row; none, or 0, is the column's default, unpaid. */
    public static final String STATUS = "COALESCE(NULLIF(status, 0), 1)";

    private OrderRows() {}

    public static Order order(Row row) {
        return new Order(
                new OrderId(Columns.number(row, "id")),
                new UserId(Columns.number(row, "user_id")),
                new VoucherId(Columns.number(row, "voucher_id")),
                payType(row),
                status(row),
                Columns.time(row, "create_time"),
                Columns.timeOrNull(row, "pay_time"),
                Columns.timeOrNull(row, "use_time"),
                Columns.timeOrNull(row, "refund_time"),
                Columns.time(row, "update_time"));
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
}
