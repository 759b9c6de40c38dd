package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Settled;
import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenSockets.Call;
import io.nightmarket.testnode.Crowd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Buyers cancel, alone; then others' orders are accepted and settled meanwhile, beside the same without cancels. */
final class CancelScenario {
    private static final int CANCELS_A_SECOND = 5_000;
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
        Plan plan = new Plan(rate, Duration.ofSeconds(length), Bench.MOST_WAITING);
        alone(bench, plan, rate * length);
        Settled before = flow(bench, length);
        List<Sale> cancelled = fill(bench, rate * length);
        CompletableFuture<Result> cancels = begin(bench, plan, unpaid(bench, cancelled, rate * length));
        Settled meanwhile = flow(bench, length);
        Result load = await(cancels, TIMEOUT);
        Settled after = flow(bench, length);
        bench.add(
                WHAT,
                "orders/s",
                new Reading(meanwhile.flow(), (before.flow() + after.flow()) / 2, Double.NaN, Double.NaN),
                Goal.atLeast(Measure.RATIO, 0.85));
        add(bench, plan, "meanwhile", load);
        verify(bench, cancelled, load.good(0));
    }

    private static void alone(Bench bench, Plan plan, int orders) throws IOException, SQLException {
        List<Sale> sales = fill(bench, orders);
        Result load = await(begin(bench, plan, unpaid(bench, sales, orders)), TIMEOUT);
        add(bench, plan, "alone", load);
        verify(bench, sales, load.good(0));
    }

    private static void add(Bench bench, Plan plan, String when, Result load) {
        bench.add(
                String.format(Locale.ROOT, "cancels %s, %,.0f a second asked for", when, plan.perSecond()),
                "cancels/s",
                load.reading(0),
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

    private static CompletableFuture<Result> begin(Bench bench, Plan plan, List<Unpaid> orders) throws IOException {
        List<String> tokens = Files.readAllLines(bench.stage.tokens);
        return CompletableFuture.supplyAsync(() -> {
            try (OpenSockets sockets = new OpenSockets(bench.stage.node.port(), CONNECTIONS)) {
                return sockets.run(plan, number -> cancel(orders.get(Math.toIntExact(number)), tokens));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Call cancel(Unpaid unpaid, List<String> tokens) {
        return HttpRequests.post(tokens.get(unpaid.line()), "/voucher-order/" + unpaid.order() + "/cancel");
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
