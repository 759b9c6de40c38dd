package io.nightmarket.mysql.order.calloff;

import io.nightmarket.domain.order.calloff.CallOff.Money;
import io.nightmarket.domain.order.calloff.CallOff.Orders;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The orders of a sale and their money, counted in slices: counting some millions takes longer than a statement may. */
record CallOffCounts(List<Long> numbers) {
    private static final List<String> NAMES = List.of(
            "still",
            "cancelled",
            "refunding",
            "refunded",
            "used",
            "to_return",
            "money_in",
            "money_out",
            "money_used",
            "money_to_return");

    private static final int SLICE = 10_000;

    /** Statuses as docs/orders.md has them. Money of an order that no payment here paid was paid elsewhere. */
    private static final String COUNT = "SELECT COUNT(*) AS rows_read, COALESCE(MAX(id), 0) AS last"
            + sum("status IN (1, 2)", "still")
            + sum("status = 4 AND amount IS NULL", "cancelled")
            + sum("status = 5", "refunding")
            + sum("status = 6", "refunded")
            + sum("status = 3", "used")
            + sum("amount IS NOT NULL", "to_return")
            + sum("COALESCE(captured, 0) + IF(paid IS NULL, COALESCE(amount, IF(status = 3, price, 0)), 0)", "money_in")
            + sum("COALESCE(returned, 0)", "money_out")
            + sum("IF(status = 3, COALESCE(paid, price), 0)", "money_used")
            + sum("COALESCE(amount, 0)", "money_to_return")
            + " FROM (SELECT o.id, o.status, v.pay_value AS price, w.amount,"
            + " (SELECT SUM(p.captured) FROM payment p WHERE p.order_id = o.id) AS captured,"
            + " (SELECT SUM(p.captured) FROM payment p WHERE p.order_id = o.id AND p.outcome = 'PAID') AS paid,"
            + " (SELECT SUM(r.amount) FROM refund r WHERE r.order_id = o.id AND r.done = 1) AS returned"
            + " FROM (SELECT id, voucher_id, " + OrderRows.STATUS
            + " AS status FROM tb_voucher_order WHERE voucher_id = ? AND id > ? AND user_id > 0"
            + " ORDER BY id LIMIT " + SLICE + ") o JOIN tb_voucher v ON v.id = o.voucher_id"
            + " LEFT JOIN money_to_return w ON w.order_id = o.id) each_order";

    private static final String IS_OPEN = "SELECT"
            + " EXISTS (SELECT 1 FROM stock_return s WHERE s.voucher_id = f.voucher_id AND s.shard = f.shard AND s.done = 0)"
            + " OR EXISTS (SELECT 1 FROM dead_letter d WHERE d.voucher_id = f.voucher_id)"
            + " OR EXISTS (SELECT 1 FROM refund r JOIN tb_voucher_order o ON o.id = r.order_id"
            + " WHERE r.done = 0 AND o.voucher_id = f.voucher_id)"
            + " OR EXISTS (SELECT 1 FROM payment p JOIN tb_voucher_order o ON o.id = p.order_id"
            + " WHERE (p.status = 'PENDING' OR p.outcome = 'LATE') AND o.voucher_id = f.voucher_id)"
            + " OR (SELECT COUNT(*) FROM order_claim c WHERE c.voucher_id = f.voucher_id) < ? AS is_open"
            + " FROM flash_sale f WHERE f.voucher_id = ?";

    private static String sum(String what, String name) {
        return ", CAST(COALESCE(SUM(" + what + "), 0) AS SIGNED) AS " + name;
    }

    /** Whether something of the sale is still on its way, or the queue has reservations that the database does not know. */
    static Future<Boolean> isOpen(DatabaseSession session, VoucherId sale, long reservations) {
        return session.run(IS_OPEN, reservations, sale.value()).map(rows -> Rows.number(rows, "is_open") == 1);
    }

    static Future<CallOffCounts> count(DatabaseSession session, VoucherId sale) {
        return count(session, sale, 0, new CallOffCounts(Collections.nCopies(NAMES.size(), 0L)));
    }

    private static Future<CallOffCounts> count(
            DatabaseSession session, VoucherId sale, long after, CallOffCounts counted) {
        return session.run(COUNT, sale.value(), after).map(Rows::only).compose(row -> {
            CallOffCounts more = counted.plus(of(row));
            return Columns.number(row, "rows_read") < SLICE
                    ? Future.succeededFuture(more)
                    : count(session, sale, Columns.number(row, "last"), more);
        });
    }

    static CallOffCounts of(Row row) {
        return new CallOffCounts(
                NAMES.stream().map(name -> Columns.number(row, name)).toList());
    }

    private CallOffCounts plus(CallOffCounts slice) {
        return new CallOffCounts(IntStream.range(0, NAMES.size())
                .mapToObj(i -> numbers.get(i) + slice.numbers.get(i))
                .toList());
    }

    /** @param deadLetters how many the sale has */
    Orders orders(long deadLetters) {
        return new Orders(
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                numbers.get(3),
                numbers.get(4),
                numbers.get(5),
                deadLetters);
    }

    Money money() {
        return new Money(numbers.get(6), numbers.get(7), numbers.get(8), numbers.get(9));
    }
}
