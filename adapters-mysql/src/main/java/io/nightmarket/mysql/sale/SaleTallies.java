package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;

/** Counts the units of a sale in slices: counting some millions takes longer than a statement may. */
final class SaleTallies {
    private static final int CLAIMS = 20_000;
    private static final int RETURNS = 20_000;

    private static final String COUNT_CLAIMS = "SELECT COUNT(*) AS claims, MAX(slice.user_id) AS last,"
            + " CAST(COALESCE(SUM(o.status = 2), 0) AS SIGNED) AS paid,"
            + " CAST(COALESCE(SUM(o.status = 3), 0) AS SIGNED) AS used"
            + " FROM (SELECT user_id, order_id FROM order_claim WHERE voucher_id = ? AND user_id > ? ORDER BY user_id LIMIT "
            + CLAIMS + ") slice LEFT JOIN tb_voucher_order o ON o.id = slice.order_id";

    /** An order that was revived keeps its earlier release; its status counts. */
    private static final String COUNT_RETURNS = "SELECT COUNT(*) AS returns, MAX(slice.id) AS last,"
            + " CAST(COALESCE(SUM(o.status = 4), 0) AS SIGNED) AS cancelled,"
            + " CAST(COALESCE(SUM(o.status IN (5, 6)), 0) AS SIGNED) AS refunded"
            + " FROM (SELECT DISTINCT id FROM stock_return WHERE voucher_id = ? AND id > ? ORDER BY id LIMIT "
            + RETURNS + ") slice LEFT JOIN tb_voucher_order o ON o.id = slice.id";

    private static final String COUNT_REJECTIONS =
            "SELECT COUNT(*) AS rejected FROM order_rejection WHERE voucher_id = ?";

    private SaleTallies() {}

    /** As {@link FlashSaleRepository#tally}, in one snapshot. */
    static Future<SaleTally> tally(DatabaseSession session, VoucherId voucher) {
        return session.run(SaleRows.FIND, voucher.value())
                .map(rows -> Rows.first(rows, SaleRows::sale))
                .compose(sale -> sale.map(found -> session.run(COUNT_REJECTIONS, voucher.value())
                                .map(rows -> Rows.number(rows, "rejected"))
                                .map(rejected -> new SaleTally(found.issued(), found.stock(), 0, 0, 0, 0, 0, rejected))
                                .compose(none -> countClaims(session, voucher, 0, none))
                                .compose(claims -> countReturns(session, voucher, 0, claims)))
                        .orElseGet(() -> Future.succeededFuture(SaleTally.NONE)));
    }

    private static Future<SaleTally> countClaims(
            DatabaseSession session, VoucherId voucher, long after, SaleTally counted) {
        return session.run(COUNT_CLAIMS, voucher.value(), after).map(Rows::only).compose(row -> {
            long slice = Columns.number(row, "claims");
            SaleTally more = new SaleTally(
                    counted.issued(),
                    counted.stock(),
                    counted.claims() + slice,
                    0,
                    0,
                    counted.paid() + Columns.number(row, "paid"),
                    counted.used() + Columns.number(row, "used"),
                    counted.rejected());
            return slice < CLAIMS
                    ? Future.succeededFuture(more)
                    : countClaims(session, voucher, Columns.number(row, "last"), more);
        });
    }

    private static Future<SaleTally> countReturns(
            DatabaseSession session, VoucherId voucher, long after, SaleTally counted) {
        return session.run(COUNT_RETURNS, voucher.value(), after)
                .map(Rows::only)
                .compose(row -> {
                    SaleTally more = new SaleTally(
                            counted.issued(),
                            counted.stock(),
                            counted.claims(),
                            counted.cancelled() + Columns.number(row, "cancelled"),
                            counted.refunded() + Columns.number(row, "refunded"),
                            counted.paid(),
                            counted.used(),
                            counted.rejected());
                    return Columns.number(row, "returns") < RETURNS
                            ? Future.succeededFuture(more)
                            : countReturns(session, voucher, Columns.number(row, "last"), more);
                });
    }
}
