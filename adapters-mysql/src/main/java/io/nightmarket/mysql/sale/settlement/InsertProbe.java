package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.function.Function;

/**
 * Deletes the newest settled order of another buyer and inserts it again by the statements of a settlement. Where there is
 * none, or it may not be deleted, one of the same buyer and voucher is inserted, with an id and a time that the tables can
 * hold. Only for a transaction that is rolled back.
 */
final class InsertProbe {
    private static final String NEWEST = "SELECT o.id, o.user_id, o.voucher_id, o.create_time"
            + " FROM (SELECT id, order_id FROM order_event WHERE kind = '" + PlacedOrders.PLACED
            + "' ORDER BY id DESC LIMIT 100) e"
            + " JOIN tb_voucher_order o ON o.id = e.order_id"
            + " JOIN order_claim c ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id = o.id"
            + " WHERE o.user_id <> ? ORDER BY e.id DESC LIMIT 1";
    private static final String DELETE_CLAIM = "DELETE FROM order_claim WHERE voucher_id = ? AND user_id = ?";
    private static final String DELETE_ORDER = "DELETE FROM tb_voucher_order WHERE id = ?";
    private static final String FREE_UNIT = "UPDATE tb_seckill_voucher SET stock = stock + 1 WHERE voucher_id = ?";

    /** Smaller than any id that is made. */
    private static final OrderId UNUSED = new OrderId(1);

    /** The refused order's time may be what the tables can't hold. */
    private static final Instant POSSIBLE = Instant.parse("2020-01-01T00:00:00Z");

    private final DatabaseSession session;
    private final Function<QueuedOrder, SettlementStatements> settling;

    /** @param settling makes the statements that settle one order, on the session */
    InsertProbe(DatabaseSession session, Function<QueuedOrder, SettlementStatements> settling) {
        this.session = session;
        this.settling = settling;
    }

    /** Fails with {@code Corrupt} when the database refuses the row that it had. */
    Future<Void> insertAgain(QueuedOrder refused) {
        QueuedOrder made =
                new QueuedOrder(refused.id(), new Purchase(UNUSED, refused.voucher(), refused.buyer()), POSSIBLE);
        return session.run(NEWEST, refused.buyer().value())
                .map(rows -> Rows.first(rows, InsertProbe::order))
                .compose(newest -> newest.isEmpty()
                        ? delete(made).map(made)
                        : delete(newest.get())
                                .map(newest.get())
                                .recover(failure -> failure instanceof Corrupt
                                        ? delete(made).map(made)
                                        : Future.failedFuture(failure)))
                .compose(order -> session.run(FREE_UNIT, order.voucher().value())
                        .compose(_ -> settling.apply(order).insertAll()));
    }

    private Future<Void> delete(QueuedOrder order) {
        return session.run(DELETE_ORDER, order.order().value())
                .compose(_ -> session.run(
                        DELETE_CLAIM, order.voucher().value(), order.buyer().value()))
                .mapEmpty();
    }

    private static QueuedOrder order(Row row) {
        return new QueuedOrder(
                EntryId.ZERO,
                new Purchase(
                        new OrderId(Columns.number(row, "id")),
                        new VoucherId(Columns.number(row, "voucher_id")),
                        new UserId(Columns.number(row, "user_id"))),
                Columns.time(row, "create_time"));
    }
}
