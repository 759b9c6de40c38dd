package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;

/** The rows of a batch's orders, of their first events, and of those that expire. */
final class PlacedOrders {
    /** The kind of the first event. */
    static final String PLACED = "PLACED";

    private static final String INSERT_ORDERS =
            "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status, create_time) VALUES";
    private static final String INSERT_EVENTS = "INSERT INTO order_event (order_id, kind, happened_at, user_id) VALUES";
    /** A row may be there from an order that the database lost. */
    private static final String INSERT_UNPAID = "INSERT IGNORE INTO unpaid_order (order_id) VALUES";

    private static final int BALANCE = 1;
    private static final int UNPAID = 1;

    private final DatabaseSession session;
    private final boolean ordersExpire;
    private final BatchOutcome batch;

    /** @param ordersExpire whether the time to pay begins with the settlement */
    PlacedOrders(DatabaseSession session, boolean ordersExpire, BatchOutcome batch) {
        this.session = session;
        this.ordersExpire = ordersExpire;
        this.batch = batch;
    }

    /** Inserts what is open in the batch. */
    Future<Void> insert() {
        return Future.join(insertOrders(), insertEvents(), insertUnpaid()).mapEmpty();
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

    private Future<Void> insertUnpaid() {
        return !ordersExpire
                ? Future.succeededFuture()
                : Rows.insert(
                        session,
                        INSERT_UNPAID,
                        batch.open().stream()
                                .<List<?>>map(order -> List.of(order.order().value()))
                                .toList());
    }
}
