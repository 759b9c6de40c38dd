package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;

/** The rows of a batch's orders, and of their first events. */
final class PlacedOrders {
    /** The kind of the first event. */
    static final String PLACED = "PLACED";

    private static final String INSERT_ORDERS =
            "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status, create_time, update_time) VALUES";
    /** The two times are equal, so that a batch knows its rows without reading them. */
    private static final String ROW = "(?, ?, ?, ?, ?, ?, create_time)";

    private static final String INSERT_EVENTS = "INSERT INTO order_event (order_id, kind, happened_at, user_id) VALUES";

    private final DatabaseSession session;
    private final BatchOutcome batch;

    PlacedOrders(DatabaseSession session, BatchOutcome batch) {
        this.session = session;
        this.batch = batch;
    }

    /** Inserts what is open in the batch. */
    Future<Void> insert() {
        return Future.join(insertOrders(), insertEvents()).mapEmpty();
    }

    private Future<Void> insertOrders() {
        return Rows.insert(
                session,
                INSERT_ORDERS,
                ROW,
                batch.open().stream()
                        .<List<?>>map(order -> List.of(
                                order.order().value(),
                                order.buyer().value(),
                                order.voucher().value(),
                                Order.BALANCE,
                                OrderStatus.UNPAID.code(),
                                Columns.seconds(order.admittedAt())))
                        .toList());
    }

    private Future<Void> insertEvents() {
        return Rows.insert(
                session,
                INSERT_EVENTS,
                batch.open().stream()
                        .<List<?>>map(order -> List.of(
                                order.order().value(),
                                PLACED,
                                Columns.millis(order.admittedAt()),
                                order.buyer().value()))
                        .toList());
    }
}
