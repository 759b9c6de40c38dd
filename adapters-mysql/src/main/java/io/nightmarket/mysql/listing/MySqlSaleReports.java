package io.nightmarket.mysql.listing;

import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Counts a sale in one snapshot, its orders in slices: counting a million takes longer than a statement may. */
public final class MySqlSaleReports implements SaleReports {
    private static final int SLICE = 20_000;
    private static final String UNITS = "SELECT f.issued, s.stock FROM flash_sale f JOIN tb_seckill_voucher s ON"
            + " s.voucher_id = f.voucher_id WHERE f.voucher_id = ?";

    private static final String ORDERS = "SELECT UNIX_TIMESTAMP(o.create_time) DIV 60 AS minute, " + OrderRows.STATUS
            + " AS state, o.status = 4 AND EXISTS (SELECT 1 FROM order_event e WHERE e.order_id = o.id AND e.kind ="
            + " 'EXPIRED') AS expired, COUNT(*) AS orders, MAX(o.id) AS last FROM (SELECT id, status, create_time FROM"
            + " tb_voucher_order FORCE INDEX (tb_voucher_order_of_voucher) WHERE voucher_id = ? AND id > ? ORDER BY id LIMIT "
            + SLICE + ") o GROUP BY 1, 2, 3";

    private static final String REJECTED = "SELECT COUNT(*) AS orders FROM order_rejection WHERE voucher_id = ?";
    private static final String REQUESTS = "SELECT outcome, CAST(SUM(requests) AS SIGNED) AS requests FROM sale_minute"
            + " WHERE voucher_id = ? GROUP BY outcome";

    private final Database database;

    public MySqlSaleReports(Database database) {
        this.database = database;
    }

    /** Orders as far as they are counted. */
    private static final class Counted {
        final Map<OrderStatus, Long> byStatus = new EnumMap<>(OrderStatus.class);
        final TreeMap<Instant, Long> byMinute = new TreeMap<>();
        long expired;

        void add(Row row) {
            long orders = Columns.number(row, "orders");
            OrderStatus.of(Columns.small(row, "state")).ifPresent(status -> byStatus.merge(status, orders, Long::sum));
            byMinute.merge(Instant.ofEpochSecond(60 * Columns.number(row, "minute")), orders, Long::sum);
            if (byMinute.size() > MAX_MINUTES) {
                var _ = byMinute.pollLastEntry();
            }
            expired += Columns.number(row, "expired") * orders;
        }
    }

    @Override
    public CompletionStage<Optional<SaleReport>> report(VoucherId sale) {
        return database.inSnapshot(session -> session.run(UNITS, sale.value())
                        .map(rows -> Rows.first(rows, row -> row))
                        .compose(units -> units.isEmpty()
                                ? Future.succeededFuture(Optional.<SaleReport>empty())
                                : countOrders(session, sale, 0, new Counted())
                                        .compose(counted -> report(session, sale, units.get(), counted))
                                        .map(Optional::of)))
                .toCompletionStage();
    }

    private static Future<Counted> countOrders(DatabaseSession session, VoucherId sale, long after, Counted counted) {
        return session.run(ORDERS, sale.value(), after).compose(rows -> {
            long slice = 0;
            long last = after;
            for (Row row : rows) {
                counted.add(row);
                slice += Columns.number(row, "orders");
                last = Math.max(last, Columns.number(row, "last"));
            }
            return slice < SLICE ? Future.succeededFuture(counted) : countOrders(session, sale, last, counted);
        });
    }

    private static Future<SaleReport> report(DatabaseSession session, VoucherId sale, Row units, Counted counted) {
        return session.run(REJECTED, sale.value())
                .map(rows -> Rows.number(rows, "orders"))
                .compose(rejected -> session.run(REQUESTS, sale.value()).map(rows -> {
                    Map<String, Long> requests = new TreeMap<>();
                    rows.forEach(row -> requests.put(Columns.text(row, "outcome"), Columns.number(row, "requests")));
                    return new SaleReport(
                            Columns.number(units, "issued"),
                            Columns.number(units, "stock"),
                            requests,
                            counted.byStatus,
                            counted.expired,
                            rejected,
                            counted.byMinute);
                }));
    }
}
