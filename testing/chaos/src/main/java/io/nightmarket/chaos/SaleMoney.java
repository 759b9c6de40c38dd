package io.nightmarket.chaos;

import io.nightmarket.chaos.check.MoneyState;
import io.nightmarket.chaos.check.MoneyState.OrderRow;
import io.nightmarket.chaos.check.MoneyState.PaymentRow;
import io.nightmarket.testkit.SaleDatabase;
import java.sql.SQLException;
import java.util.List;

/** The orders of sales and their payments, read past the product from the tables of docs/orders.md, and the sandbox's memory. */
record SaleMoney(SaleDatabase database) {
    private static final String ORDERS =
            "SELECT o.id, o.user_id, o.status, COALESCE(GROUP_CONCAT(e.kind ORDER BY e.id), '')"
                    + " FROM tb_voucher_order o LEFT JOIN order_event e ON e.order_id = o.id WHERE o.voucher_id = ? GROUP BY o.id";

    private static final String PAYMENTS =
            "SELECT p.id, p.order_id, p.status, COALESCE(p.outcome, ''), p.amount, p.captured, p.refunded,"
                    + " COALESCE(r.amount * r.done, 0), COALESCE(IF(c.outcome = 'CAPTURED', c.amount, 0), 0),"
                    + " COALESCE(c.refunded, 0) FROM payment p JOIN tb_voucher_order o ON o.id = p.order_id"
                    + " LEFT JOIN refund r ON r.payment_id = p.id LEFT JOIN sandbox_charge c ON c.payment_id = p.id"
                    + " WHERE o.voucher_id = ?";

    private static final String OPEN = "SELECT COUNT(*) FROM payment p LEFT JOIN refund r ON r.payment_id = p.id"
            + " WHERE p.status = 'PENDING' OR p.outcome = 'LATE' OR r.done = 0";

    /** A provider decides, also when the node that was to report it is gone. */
    private static final String DECIDE = "UPDATE sandbox_charge SET outcome = 'CAPTURED' WHERE outcome = 'PENDING'"
            + " AND created_at < NOW(3) - INTERVAL 5 SECOND";

    /** Lets the time to pay of an order be over, if it is unpaid. */
    void expire(long order) throws SQLException {
        database.run(SaleDatabase.EXPIRE, order);
    }

    MoneyState state(long voucher) throws SQLException {
        return new MoneyState(
                database.list(
                        ORDERS,
                        row -> new OrderRow(
                                row.getLong(1),
                                row.getLong(2),
                                row.getInt(3),
                                List.of(row.getString(4).split(",", -1))),
                        voucher),
                database.list(
                        PAYMENTS,
                        row -> new PaymentRow(
                                row.getLong(1),
                                row.getLong(2),
                                row.getString(3),
                                row.getString(4),
                                row.getLong(5),
                                row.getLong(6),
                                row.getLong(7),
                                row.getLong(8),
                                row.getLong(9),
                                row.getLong(10)),
                        voucher));
    }

    /** Whether every payment is decided and every refund is done. */
    boolean isQuiet() throws SQLException {
        database.run(DECIDE);
        return database.number(OPEN) == 0;
    }
}
