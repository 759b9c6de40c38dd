package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what the database holds of sales. */
final class SaleBalances {
    private static final String KEPT =
            "(s.end_time > UTC_TIMESTAMP() - INTERVAL ? SECOND OR " + SaleRows.HAS_LETTERS + ")";

    /** Running sales first. */
    private static final String BALANCES = SaleRows.COLUMNS + ", f.revived_in"
            + ", (SELECT COUNT(*) FROM dead_letter d WHERE d.voucher_id = f.voucher_id" + SaleRows.UNSETTLED
            + ") AS letters"
            + ", (SELECT CAST(COALESCE(SUM(r.units), 0) AS SIGNED) FROM stock_return r"
            + " WHERE r.shard = f.shard AND r.done = 0 AND r.voucher_id = f.voucher_id) AS pending_releases"
            + ", (SELECT COUNT(*) FROM order_lost l WHERE l.voucher_id = f.voucher_id) AS lost" + SaleRows.SALES
            + " WHERE f.shard = ? AND " + KEPT + SaleRows.CAN_OPEN
            + " ORDER BY NOT (s.begin_time <= UTC_TIMESTAMP() AND s.end_time > UTC_TIMESTAMP()), f.voucher_id";

    private static final String ADJUSTMENTS_OF_SHARD = "SELECT a.id, a.voucher_id, a.name, a.units, a.state"
            + " FROM stock_adjustment a JOIN flash_sale f ON f.voucher_id = a.voucher_id"
            + " JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
            + " WHERE f.shard = ? AND " + KEPT + " AND a.state <> 'REFUSED'";

    private SaleBalances() {}

    /** As {@link FlashSaleRepository#balances}, in one snapshot. */
    static Future<List<SaleBalance>> ofShard(DatabaseSession session, Shard shard, Duration retention) {
        return session.run(ADJUSTMENTS_OF_SHARD, shard.number(), retention.toSeconds())
                .map(rows -> SaleRows.readable(rows, row -> adjustment(row, shard)).stream()
                        .collect(Collectors.groupingBy(StockAdjustment::voucher)))
                .compose(adjustments -> session.run(BALANCES, shard.number(), retention.toSeconds())
                        .map(rows -> SaleRows.readable(rows, row -> balance(row, adjustments))));
    }

    private static SaleBalance balance(Row row, Map<VoucherId, List<StockAdjustment>> adjustments) {
        FlashSale sale = SaleRows.sale(row);
        return new SaleBalance(
                sale,
                adjustments.getOrDefault(sale.voucher(), List.of()),
                Columns.number(row, "letters"),
                Columns.number(row, "pending_releases"),
                Columns.number(row, "lost"),
                Columns.number(row, "revived_in"));
    }

    private static StockAdjustment adjustment(Row row, Shard shard) {
        return new StockAdjustment(
                Columns.number(row, "id"),
                shard,
                SaleRows.id(row),
                row.get(Buffer.class, "name").toString(StandardCharsets.UTF_8),
                Columns.number(row, "units"),
                StockAdjustment.State.valueOf(Columns.text(row, "state")));
    }
}
