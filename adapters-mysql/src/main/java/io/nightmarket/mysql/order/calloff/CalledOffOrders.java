package io.nightmarket.mysql.order.calloff;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.calloff.CallOffs.Cleared;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.ChangedOrders;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.lifecycle.StatusChange;
import io.nightmarket.mysql.order.payment.MySqlRefunds;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Ends the orders of called-off sales, page by page; each kind of change in a transaction of its own, in the order of locks. */
final class CalledOffOrders {
    private static final int SLICE = 5_000;

    private static final String PLACE = "SELECT after_order FROM sale_call_off WHERE voucher_id = ?";

    private static final String OF_SLICE = " FROM (SELECT id, user_id, status FROM tb_voucher_order"
            + " WHERE voucher_id = ? AND id > ? ORDER BY id LIMIT " + SLICE + ") slice";

    private static final String NEXT =
            "SELECT id" + OF_SLICE + " WHERE user_id > 0 AND COALESCE(status, 0) IN (0, 1, 2) ORDER BY id LIMIT ?";

    private static final String END = "SELECT COUNT(*) AS orders, COALESCE(MAX(id), 0) AS last" + OF_SLICE;

    /** What was counted before is not so any more when orders were ended. */
    private static final String ADVANCE = "UPDATE sale_call_off SET after_order = ?,"
            + " done_at = IF(? = 0, done_at, NULL), reopened = reopened + ? WHERE voucher_id = ?";

    /** What was captured here, or the voucher's price. */
    private static final String NOTE = "INSERT INTO money_to_return (order_id, voucher_id, user_id, amount)"
            + " SELECT o.id, o.voucher_id, o.user_id, COALESCE((SELECT SUM(p.captured) FROM payment p"
            + " WHERE p.order_id = o.id AND p.outcome = 'PAID'), v.pay_value)"
            + " FROM tb_voucher_order o JOIN tb_voucher v ON v.id = o.voucher_id WHERE o.id IN";

    private final Database database;

    CalledOffOrders(Database database) {
        this.database = database;
    }

    Future<Cleared> clear(VoucherId sale, int max, boolean refunds) {
        return database.run(PLACE, rows -> Rows.number(rows, "after_order"), sale.value())
                .compose(place -> database.run(
                                NEXT,
                                rows -> Rows.all(rows, row -> Columns.number(row, "id")),
                                sale.value(),
                                place,
                                max)
                        .compose(ids -> end(ids, refunds)
                                .compose(ended -> advance(sale, place, ids, max, ended.size())
                                        .map(mayBeMore -> new Cleared(ended, mayBeMore)))));
    }

    private Future<List<Order>> end(List<Long> ids, boolean refunds) {
        return apart(ids, OrderTransition.CALL_OFF, CalledOffOrders::cancel)
                .compose(unpaid -> apart(
                                refunds ? ids : List.of(),
                                OrderTransition.REQUEST_REFUND,
                                (session, paid) -> MySqlRefunds.refundAll(session, paid, Refund.Reason.CALLED_OFF))
                        .map(refunding -> together(unpaid, refunding)))
                .compose(before -> apart(
                                ids,
                                OrderTransition.CALL_OFF_PAID,
                                (session, paid) -> refunds
                                        // One that was locked before was not refunded, and is by the next pass.
                                        ? MySqlRefunds.paidElsewhere(session, paid)
                                                .compose(elsewhere -> leaveToPeople(session, elsewhere))
                                        : leaveToPeople(session, paid))
                        .map(left -> together(before, left)));
    }

    /** In one transaction, on those of the orders from whose status the transition starts. */
    private Future<List<Order>> apart(
            List<Long> ids,
            OrderTransition transition,
            BiFunction<DatabaseSession, List<Order>, Future<ChangedOrders>> change) {
        return ids.isEmpty()
                ? Future.succeededFuture(List.of())
                : database.inTransactionWithoutGapLocks(session -> StatusChange.lockFree(session, ids)
                        .compose(orders -> change.apply(
                                session,
                                orders.stream()
                                        .filter(order -> order.status() == transition.from())
                                        .toList()))
                        .map(ChangedOrders::orders));
    }

    private static Future<ChangedOrders> cancel(DatabaseSession session, List<Order> unpaid) {
        return new StatusChange(session, OrderTransition.CALL_OFF).apply(unpaid);
    }

    private static Future<ChangedOrders> leaveToPeople(DatabaseSession session, List<Order> paid) {
        List<Long> ids = paid.stream().map(order -> order.id().value()).toList();
        return Rows.in(session, NOTE, ids)
                .compose(_ -> new StatusChange(session, OrderTransition.CALL_OFF_PAID).apply(paid));
    }

    private static List<Order> together(List<Order> some, List<Order> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Whether orders follow; settlement may add some before this place, which the next pass comes to. */
    private Future<Boolean> advance(VoucherId sale, long place, List<Long> ids, int max, int ended) {
        return ids.size() == max
                ? database.run(ADVANCE, _ -> true, ids.getLast(), ended, ended, sale.value())
                : database.run(END, Rows::only, sale.value(), place)
                        .compose(end -> database.run(
                                ADVANCE,
                                _ -> Columns.number(end, "orders") == SLICE,
                                Math.max(place, Columns.number(end, "last")),
                                ended,
                                ended,
                                sale.value()));
    }
}
