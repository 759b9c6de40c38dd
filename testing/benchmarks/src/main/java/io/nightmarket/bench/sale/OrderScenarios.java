package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What is measured of orders after the sale. */
final class OrderScenarios {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** Twelve orders for each user, some minutes apart; above all other ids of the run. */
    private static final String GIVE =
            "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status, create_time)"
                    + " SELECT 4000000000000000000 + u.id * 100 + n.n, u.id, 1, 1, 2, NOW() - INTERVAL n.n MINUTE FROM tb_user u JOIN ("
                    + "SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6"
                    + " UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11"
                    + " UNION ALL SELECT 12) n";

    private OrderScenarios() {}

    /** The first page of each user's own list, from the cache. */
    static void list(Bench bench) throws IOException, SQLException {
        give(bench);
        OwnPage.measure(
                bench, "order-list", "GET /voucher-order/of/me, ten orders, cached", "/voucher-order/of/me", 0.45);
    }

    /** Twelve orders for each of the crowd, once. */
    static void give(Bench bench) throws SQLException {
        bench.step("everybody gets twelve orders");
        if (bench.stage.database.number("SELECT COUNT(*) FROM tb_voucher_order WHERE id > 4000000000000000000") == 0) {
            bench.stage.database.run(GIVE);
        }
    }

    /** Orders that fall due at one moment: cancelled, and their units on sale again. */
    static void expiry(Bench bench) throws IOException, SQLException {
        int orders = bench.size.orders();
        List<Sale> sales = List.of(bench.stage.openSale(orders));
        bench.step(String.format(Locale.ROOT, "filling in %,d orders", orders));
        bench.stage.filling.fill(sales, orders);
        var _ = bench.stage.ledger.awaitSettled(sales);
        bench.step("they fall due");
        long begin = System.nanoTime();
        bench.stage.database.run("UPDATE order_claim SET pay_until = NOW(3) WHERE pay_until IS NOT NULL");
        Eventually.holdsWithin(
                TIMEOUT,
                "all are cancelled, and their units released",
                () -> bench.stage.database.number("SELECT COUNT(*) FROM order_claim WHERE pay_until IS NOT NULL") == 0
                        && bench.stage.ledger.taken(sales) == 0);
        double seconds = (System.nanoTime() - begin) / 1e9;
        long stock = bench.stage.database.number(
                "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?",
                sales.getFirst().voucher().value());
        bench.report.verify(stock == orders, "expiry: %,d of %,d units are back in the stock", stock, orders);
        bench.add(
                String.format(Locale.ROOT, "%,d orders fall due at once: until the last unit is on sale again", orders),
                "s",
                Reading.of(seconds),
                null);
    }
}
