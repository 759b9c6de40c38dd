package io.nightmarket.mysql.sale.settlement;

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
            "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status, create_time) VALUES";
    private static final String INSERT_EVENTS = "INSERT INTO order_event (order_id, kind, happened_at, user_id) VALUES";

    private static final int BALANCE = 1;
    private static final int UNPAID = 1;

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
                batch.open().stream()
                        .<List<?>>map(order -> List.of(
                                order.order().value(),
                                order.buyer().value(),
                                order.voucher().value(),
                                BALANCE,
                                UNPAID,
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
