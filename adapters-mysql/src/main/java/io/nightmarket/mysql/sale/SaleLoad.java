package io.nightmarket.mysql.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Reads a sale with all its reservations, slice after slice. */
final class SaleLoad {
    private static final String ADJUSTMENTS =
            "SELECT a.id FROM stock_adjustment a WHERE a.voucher_id = ?" + SaleRows.COUNTED_IN;

    /** By slices: an answer is held in memory as a whole, and has to come in time. */
    private static final int SLICE = 10_000;

    private static final String CLAIMS = "SELECT user_id, order_id, revision FROM order_claim"
            + " WHERE voucher_id = ? AND user_id > ? ORDER BY user_id LIMIT " + SLICE;

    private static final String LETTERS_OF =
            "SELECT d.user_id, d.order_id, 0 AS revision FROM dead_letter d WHERE d.voucher_id = ?"
                    + SaleRows.UNSETTLED;

    private static final String LOAD = SaleRows.FIND + " AND (f.removed = 0 OR s.end_time > UTC_TIMESTAMP())";

    private SaleLoad() {}

    /** As {@link FlashSaleRepository#load}, in one snapshot. */
    static Future<Optional<SaleSnapshot>> load(
            DatabaseSession session,
            VoucherId voucher,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> reservations) {
        return session.run(LOAD, voucher.value())
                .map(rows -> Rows.first(rows, SaleRows::sale))
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(Optional.<SaleSnapshot>empty())
                        : load(session, found.get(), reservations).map(Optional::of));
    }

    private static Future<SaleSnapshot> load(
            DatabaseSession session,
            FlashSale sale,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        VoucherId voucher = sale.voucher();
        return session.run(ADJUSTMENTS, voucher.value())
                .map(rows -> Set.copyOf(Rows.all(rows, row -> Columns.number(row, "id"))))
                .compose(adjustments -> session.run(LETTERS_OF, voucher.value())
                        .map(rows -> purchases(voucher, rows))
                        .compose(letters -> claims(session, voucher, 0, work, worked(work, letters))
                                .map(new SaleSnapshot(sale, letters.size(), adjustments))));
    }

    private static Future<?> worked(
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work, List<Purchase> slice) {
        return slice.isEmpty() ? Future.succeededFuture() : Future.fromCompletionStage(work.apply(slice));
    }

    private static List<Purchase> purchases(VoucherId voucher, RowSet<Row> rows) {
        return Rows.all(
                rows,
                row -> new Purchase(
                        new OrderId(Columns.number(row, "order_id")),
                        voucher,
                        new UserId(Columns.number(row, "user_id")),
                        Columns.number(row, "revision")));
    }

    private static Future<Void> claims(
            DatabaseSession session,
            VoucherId voucher,
            long after,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work,
            Future<?> earlier) {
        return session.run(CLAIMS, voucher.value(), after)
                .map(rows -> purchases(voucher, rows))
                .compose(slice -> earlier.compose(_ -> slice.size() < SLICE
                        ? worked(work, slice).mapEmpty()
                        : claims(session, voucher, slice.getLast().buyer().value(), work, worked(work, slice))));
    }
}
