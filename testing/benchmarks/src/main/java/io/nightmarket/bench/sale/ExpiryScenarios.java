package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testkit.Signals;
import io.nightmarket.testnode.NodeProcess;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How late orders are cancelled whose time to pay is over: from the deadline to the event, both by the database's clock. */
final class ExpiryScenarios {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final long WINDOW_SECONDS = 60;
    private static final double WINDOW_PER_SECOND = 7.5;
    private static final int FEW = 100;

    /** To write the deadlines, before the first one passes. */
    private static final long MARGIN_MICROS_AN_ORDER = 200;

    private static final long MARGIN_MICROS = 5_000_000;

    private static final String DEADLINES =
            "UPDATE order_claim JOIN bench_deadline USING (order_id) SET pay_until = due WHERE voucher_id = ?";

    private static final String DRAWN = "CREATE TABLE bench_deadline (order_id BIGINT NOT NULL PRIMARY KEY,"
            + " due TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)) SELECT order_id,"
            + " NOW(3) + INTERVAL ? + FLOOR(RAND() * ?) MICROSECOND AS due"
            + " FROM order_claim WHERE voucher_id = ?";

    /** The time to pay of other orders is {@link Stage#HOURS_TO_PAY}. */
    private static final String LEFT = "SELECT COUNT(*) FROM order_claim WHERE pay_until < NOW(3) + INTERVAL 1 HOUR";

    private static final String LATENESS = "SELECT TIMESTAMPDIFF(MICROSECOND, due, happened_at) / 1000"
            + " FROM bench_deadline JOIN order_event USING (order_id) WHERE kind = 'EXPIRED'";

    private ExpiryScenarios() {}

    /** What happens in the middle of the time in which orders fall due. */
    private interface Disturbance {
        void strike() throws IOException;
    }

    static void minute(Bench bench) throws IOException, SQLException {
        measure(bench, bench.size.orders(), "", 5_000, () -> {});
        measure(bench, Math.min(FEW, bench.size.orders()), "", 1_000, () -> {});
    }

    /** Both nodes cancel; one is killed, and Redis emptied. */
    static void outage(Bench bench) throws IOException, SQLException {
        RedisPeek redis = new RedisPeek(bench.stage.servers.redisUri());
        try (NodeProcess other = bench.stage.startNode("other", Map.of())) {
            measure(bench, bench.size.orders(), ", one of two nodes killed and Redis emptied", 10_000, () -> {
                Signals.kill(other.handle());
                var _ = redis.send(Command.FLUSHALL);
            });
        }
    }

    private static void measure(Bench bench, int orders, String how, double goal, Disturbance disturbance)
            throws IOException, SQLException {
        long window = Math.min(WINDOW_SECONDS, Math.round(WINDOW_PER_SECOND * bench.size.seconds()));
        String what = String.format(Locale.ROOT, "%,d orders fall due in %d s%s: lateness", orders, window, how);
        List<Sale> sales = List.of(bench.stage.openSale(orders));
        bench.step(String.format(Locale.ROOT, "filling in %,d orders", orders));
        bench.stage.filling.fill(sales, orders);
        var _ = bench.stage.ledger.awaitSettled(sales);
        draw(bench, sales.getFirst(), orders, window);
        bench.step(what);
        Eventually.rest(Duration.ofMillis(margin(orders) / 1_000)
                .plus(Duration.ofSeconds(window).dividedBy(2)));
        disturbance.strike();
        Eventually.await("all are cancelled", TIMEOUT, () -> bench.stage.database.number(LEFT) == 0);
        List<Double> lateness = bench.stage.database.list(LATENESS, row -> row.getDouble(1)).stream()
                .sorted()
                .toList();
        bench.add(
                what,
                "orders",
                new Reading(lateness.size(), Double.NaN, percentile(lateness, 50), percentile(lateness, 99)),
                Goal.below(Measure.P99, goal));
        bench.report.verify(
                lateness.size() == orders && lateness.getFirst() >= 0,
                "expiry: %,d events of %,d orders, the first one %.0f ms after its deadline, the last one %.0f ms.",
                lateness.size(),
                orders,
                lateness.getFirst(),
                lateness.getLast());
        Eventually.await("their units are on sale again", TIMEOUT, () -> bench.stage.ledger.taken(sales) == 0);
        long stock = bench.stage.database.stock(sales.getFirst().voucher().value());
        bench.report.verify(stock == orders, "expiry: %,d of %,d units are back in the stock.", stock, orders);
    }

    private static long margin(int orders) {
        return MARGIN_MICROS + MARGIN_MICROS_AN_ORDER * orders;
    }

    private static void draw(Bench bench, Sale sale, int orders, long window) throws SQLException {
        bench.step("deadlines are drawn");
        bench.stage.database.run("DROP TABLE IF EXISTS bench_deadline");
        bench.stage.database.run(
                DRAWN, margin(orders), window * 1_000_000, sale.voucher().value());
        bench.stage.database.run(DEADLINES, sale.voucher().value());
        bench.report.verify(
                bench.stage.database.number("SELECT COUNT(*) FROM bench_deadline WHERE due < NOW(3)") == 0,
                "expiry: all deadlines were written before the first one passed.");
    }

    private static double percentile(List<Double> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
