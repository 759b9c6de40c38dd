package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Settled;
import io.nightmarket.testkit.LoadClient;
import io.nightmarket.testkit.LoadPlan;
import io.nightmarket.testkit.LoadResult;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Buyers cancel, alone; then others' orders are accepted and settled meanwhile, beside the same without cancels. */
final class CancelScenario {
    private static final int CANCELS_A_SECOND = 5_000;
    private static final int WAITING = 2_000;
    private static final int CONNECTIONS = 1_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String WHAT = "accepted and settled, buyers cancel meanwhile";

    private CancelScenario() {}

    /** An order that will be cancelled by a user of the crowd. */
    private record Unpaid(long order, int line) {}

    static void run(Bench bench) throws IOException, SQLException {
        int length = 2 * bench.size.seconds();
        int rate = Math.clamp(bench.size.orders() / length, 1, CANCELS_A_SECOND);
        bench.warmUpSale();
        LoadPlan plan = new LoadPlan((long) rate * length, Duration.ofSeconds(length), WAITING);
        alone(bench, plan);
        Settled before = flow(bench, length);
        List<Sale> cancelled = fill(bench, rate * length);
        Cancels cancels = begin(bench, plan, unpaid(bench, cancelled, rate * length));
        Settled meanwhile;
        LoadResult load;
        try (cancels) {
            meanwhile = flow(bench, length);
            load = await(cancels.result(), TIMEOUT);
        }
        Settled after = flow(bench, length);
        bench.add(
                WHAT,
                "orders/s",
                new Reading(meanwhile.flow(), (before.flow() + after.flow()) / 2, Double.NaN, Double.NaN),
                Goal.atLeast(Measure.RATIO, 0.85));
        add(bench, plan, "meanwhile", load);
        verify(bench, cancelled, load.accepted());
    }

    private static void alone(Bench bench, LoadPlan plan) throws IOException, SQLException {
        int orders = Math.toIntExact(plan.requests());
        List<Sale> sales = fill(bench, orders);
        LoadResult load;
        try (Cancels cancels = begin(bench, plan, unpaid(bench, sales, orders))) {
            load = await(cancels.result(), TIMEOUT);
        }
        add(bench, plan, "alone", load);
        verify(bench, sales, load.accepted());
    }

    private static void add(Bench bench, LoadPlan plan, String when, LoadResult load) {
        bench.add(
                String.format(
                        Locale.ROOT,
                        "cancels %s, %,d a second asked for",
                        when,
                        plan.requests() / plan.length().toSeconds()),
                "cancels/s",
                new Reading(load.rate(), Double.NaN, load.millis(50), load.millis(99), load.isWhole()),
                null);
    }

    private static Settled flow(Bench bench, int length) throws IOException, SQLException {
        List<Sale> sales = bench.salesFor(length);
        bench.arrive();
        Settled settled = bench.hitAndSettle(WHAT, sales, length);
        bench.noteRefusals("cancels", settled.clicks(), settled.settled());
        bench.verify("cancels", sales, settled.clicks().good());
        return settled;
    }

    private static List<Sale> fill(Bench bench, int orders) throws IOException, SQLException {
        bench.step(String.format(Locale.ROOT, "filling in %,d orders", orders));
        int each = Math.min(orders, bench.size.users());
        List<Sale> sales = bench.stage.openSales((orders + each - 1) / each, each);
        bench.stage.filling.fillWithCrowd(sales, each);
        var _ = bench.stage.ledger.awaitSettled(sales);
        return sales;
    }

    private static List<Unpaid> unpaid(Bench bench, List<Sale> sales, int count) throws SQLException {
        List<Unpaid> all = new ArrayList<>();
        for (Sale sale : sales) {
            all.addAll(bench.stage.database.list(
                    "SELECT id, user_id FROM tb_voucher_order WHERE voucher_id = ?",
                    row -> new Unpaid(row.getLong(1), Math.toIntExact(row.getLong(2) - Crowd.user(0))),
                    sale.voucher().value()));
        }
        return all.subList(0, count);
    }

    /** Cancels under way; they end with their client. */
    private record Cancels(LoadClient client, CompletableFuture<LoadResult> result) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
        }
    }

    private static Cancels begin(Bench bench, LoadPlan plan, List<Unpaid> orders) throws IOException {
        List<String> tokens = Files.readAllLines(bench.stage.tokens);
        LoadClient client = new LoadClient(bench.stage.servers.vertx(), CONNECTIONS);
        return new Cancels(
                client,
                client.run(plan, number -> call(bench, orders.get(Math.toIntExact(number)), tokens), Stage::verdict)
                        .toCompletionStage()
                        .toCompletableFuture());
    }

    private static LoadClient.Call call(Bench bench, Unpaid unpaid, List<String> tokens) {
        return new LoadClient.Call(
                HttpMethod.POST,
                bench.stage.node.port(),
                "/voucher-order/" + unpaid.order() + "/cancel",
                Map.of("authorization", tokens.get(unpaid.line())));
    }

    /** What was answered as cancelled is, and its unit is free. */
    private static void verify(Bench bench, List<Sale> sales, long answered) throws IOException, SQLException {
        long cancelled = 0;
        long live = 0;
        for (Sale sale : sales) {
            cancelled += orders(bench, sale, "status = 4");
            live += orders(bench, sale, "status <> 4");
        }
        long taken = bench.stage.ledger.awaitSettled(sales);
        bench.report.verify(
                cancelled >= answered && taken == live,
                "cancels: %,d answered as cancelled, %,d are; %,d orders are live, %,d units taken.",
                answered,
                cancelled,
                live,
                taken);
    }

    private static long orders(Bench bench, Sale sale, String which) throws SQLException {
        return bench.stage.database.number(
                "SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND " + which,
                sale.voucher().value());
    }
}
