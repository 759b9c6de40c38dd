package io.nightmarket.mysql.order.lifecycle;

import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Orders of ordinary vouchers in tb_voucher_order. */
public final class MySqlOrdinaryOrders implements OrdinaryOrders {
    private static final String KNOWN =
            "SELECT 1 FROM tb_voucher_order WHERE id = ? AND user_id = ? AND voucher_id = ?";

    /** A voucher with a stock is of a flash sale, also of one that Night Market has not taken over. */
    private static final String INSERT = "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status)"
            + " SELECT ?, ?, v.id, 1, 1 FROM tb_voucher v WHERE v.id = ? AND v.status = 1 AND v.type = 0"
            + " AND NOT EXISTS (SELECT 1 FROM tb_seckill_voucher s WHERE s.voucher_id = v.id)";

    private static final String NEWEST_UNPAID = "SELECT COUNT(*) AS unpaid FROM (SELECT status FROM tb_voucher_order"
            + " WHERE user_id = ? ORDER BY create_time DESC LIMIT " + NEWEST + ") newest WHERE status = 1";

    private static final String EVENT = "INSERT INTO order_event (order_id, kind, user_id) VALUES (?, 'PLACED', ?)";
    private static final String UNPAID =
            "INSERT INTO unpaid_order (order_id, pay_until) VALUES (?, NOW(3) + INTERVAL ? MICROSECOND)";

    private final Database database;
    private final Duration payWithin;

    /** @param payWithin from the writing of an order; zero: for ever */
    public MySqlOrdinaryOrders(Database database, Duration payWithin) {
        this.database = database;
        this.payWithin = payWithin;
    }

    @Override
    public CompletionStage<Outcome> write(Purchase purchase) {
        long id = purchase.order().value();
        return database.answerInTransaction(session -> session.run(
                        KNOWN, id, purchase.buyer().value(), purchase.voucher().value())
                .compose(known -> known.size() > 0
                        ? Future.succeededFuture(Outcome.WRITTEN)
                        : insertIfFewAreUnpaid(session, purchase)));
    }

    private Future<Outcome> insertIfFewAreUnpaid(DatabaseSession session, Purchase purchase) {
        return session.run(NEWEST_UNPAID, purchase.buyer().value())
                .map(rows -> Rows.number(rows, "unpaid"))
                .compose(unpaid -> unpaid >= MAX_UNPAID
                        ? Future.succeededFuture(Outcome.TOO_MANY_UNPAID)
                        : insert(session, purchase));
    }

    private Future<Outcome> insert(DatabaseSession session, Purchase purchase) {
        long id = purchase.order().value();
        return session.run(
                        INSERT, id, purchase.buyer().value(), purchase.voucher().value())
                .compose(inserted -> inserted.rowCount() == 0
                        ? Future.succeededFuture(Outcome.NO_SUCH_VOUCHER)
                        : session.run(EVENT, id, purchase.buyer().value())
                                .compose(_ -> beginTimeToPay(session, id))
                                .map(Outcome.WRITTEN));
    }

    private Future<?> beginTimeToPay(DatabaseSession session, long order) {
        return payWithin.isZero() ? Future.succeededFuture() : session.run(UNPAID, order, payWithin.toNanos() / 1_000);
    }
}
