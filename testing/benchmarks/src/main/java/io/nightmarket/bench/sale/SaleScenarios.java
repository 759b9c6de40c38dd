package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Open;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Bench.Settled;
import io.nightmarket.bench.sale.Filling.Filled;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.domain.sale.Shard;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is measured of the sale itself. */
final class SaleScenarios {
    private static final String ORDERS = "orders/s";

    /** As nodes are set by default. */
    private static final int LARGEST_GROUP = 256;

    private static final Duration RAW_TIME = Duration.ofSeconds(2);
    private static final long RAW_STOCK = 1_000_000;

    private SaleScenarios() {}

    /** A sale whose only unit is gone, which is what most of a crowd meets. */
    static void soldOut(Bench bench) throws IOException, SQLException {
        String what = "the sale, sold out";
        Sale sale = bench.stage.openSale(1);
        bench.stage.filling.fill(List.of(sale), 1);
        Target click = Target.post(sale.path());
        String answer = bench.stage.answer(sale.path());
        bench.report.verify(
                answer.contains("\"code\":\"SOLD_OUT\""), "sold-out: a click before the run was answered %s", answer);
        Pair pair = bench.besideBare(click, () -> {
            bench.everybody(what + ", everybody", click);
            return bench.hit(what, click, bench.size.seconds());
        });
        bench.add(what, "requests/s", pair.reading(), Goal.atLeast(Measure.RATIO, 0.80));
        Measurement clicks = pair.measured();
        if (clicks.bad() > 0) {
            // That a sale is sold out travels as 200 here.
            bench.report.note("sold-out: %,d of %,d clicks were not answered 2xx.", clicks.bad(), clicks.requests());
        }
        bench.verify("sold-out", List.of(sale), bench.stage.ledger.awaitSettled(List.of(sale)));
    }

    /** Every click a new buyer's, all accepted, while the writers are held back; settled afterwards. */
    static void admission(Bench bench) throws IOException, SQLException {
        String what = "admission alone, every buyer new";
        bench.warmUpSale();
        List<Sale> sales = bench.salesFor(bench.size.seconds());
        Sale raw = bench.stage.openSale(RAW_STOCK);
        bench.stage.node.holdWriters();
        Target clicks = bench.clicks(sales, "");
        Pair pair = bench.besideBare(clicks, () -> {
            bench.arrive();
            return bench.hit(what, clicks, bench.size.seconds());
        });
        int group = Math.min(LARGEST_GROUP, bench.size.connections());
        String redis = String.format(Locale.ROOT, "Redis alone, the same script, calls of %d buyers", group);
        bench.step(redis);
        Filled filled = bench.stage.filling.fillFor(raw, group, RAW_TIME);
        bench.step("what was accepted is settled");
        bench.stage.node.releaseWriters();
        long settled = bench.stage.ledger.awaitSettled(sales);
        var _ = bench.stage.ledger.awaitSettled(List.of(raw));
        bench.verify("admission, " + redis, List.of(raw), filled.buyers());
        bench.add(what, ORDERS, pair.reading(), Goal.atLeast(Measure.RATIO, 0.55));
        bench.add(
                what + ", beside " + redis,
                ORDERS,
                pair.measured().reading(filled.rate()),
                Goal.atLeast(Measure.RATIO, 0.75));
        bench.noteClicks(pair.measured());
        bench.noteRefusals("admission", pair.measured(), settled);
        bench.report.note(
                "admission: everybody opened the page before, so a session seen within session.trust is not asked"
                        + " for; --node-setting session.trust=1ms has the node ask Redis for each, as for one never seen.");
        bench.verify("admission", sales, pair.measured().good());
    }

    /** As admission, but each request comes by a connection of its own. */
    static void newcomers(Bench bench) throws IOException, SQLException {
        String what = "admission, each buyer by a new connection";
        bench.warmUpSale();
        List<Sale> sales = bench.salesFor(bench.size.seconds());
        Target clicks = bench.clicks(sales, "").byNewConnections();
        Pair pair = bench.besideBare(what, clicks);
        bench.step("what was accepted is settled");
        bench.noteRefusals("newcomers", pair.measured(), bench.stage.ledger.awaitSettled(sales));
        bench.add(what, ORDERS, pair.reading(), null);
        bench.verify("newcomers", sales, pair.measured().good());
    }

    /** How long a buyer waits for the answer at half and a tenth of the rate that is accepted and settled. */
    static void latency(Bench bench) throws IOException, SQLException {
        bench.warmUpSale();
        if (bench.flowRate() == 0) {
            int length = bench.size.seconds();
            bench.arrive();
            bench.noteFlow(bench.hitAndSettle("the sale, finding its rate", bench.salesFor(length), length)
                    .flow());
        }
        openly(bench, "the sale", bench.flowRate(), "");
    }

    /** At half and at a tenth of a rate, by the open model. */
    private static void openly(Bench bench, String what, double rate, String query) throws IOException, SQLException {
        openly(bench, what + " at half its rate, open model", rate / 2, query, Goal.below(Measure.P99, 50));
        openly(bench, what + " at a tenth of its rate, open model", rate / 10, query, Goal.below(Measure.P99, 20));
    }

    private static void openly(Bench bench, String what, double rate, String query, Goal goal)
            throws IOException, SQLException {
        List<Sale> sales = bench.salesForOpen(rate);
        bench.arrive();
        Open load = bench.post(what, rate, sales, query);
        if (!query.isEmpty()) {
            verifyRows(bench, bench.stage.ledger.written(sales), load.accepted());
        }
        bench.add(what, ORDERS, load.timed().reading(0), goal);
        bench.step("what still waits is settled");
        var _ = bench.stage.ledger.awaitSettled(sales);
        bench.verify(what, sales, load.accepted());
    }

    /** The answer is given when the row is committed. */
    static void durable(Bench bench, String query) throws IOException, SQLException {
        String what = "durable, from the click to the committed row and the answer";
        if (!isDurableKnown(bench, query)) {
            bench.report.note("durable: not measured; this node answers before the row is there.");
            return;
        }
        int length = Math.max(1, bench.size.seconds() / 2);
        List<Sale> warmUp = bench.salesFor(length);
        bench.warmUp(what, bench.clicks(warmUp, query));
        var _ = bench.stage.ledger.awaitSettled(warmUp);
        List<Sale> sales = bench.salesFor(bench.size.seconds());
        bench.arrive();
        Measurement full = bench.hit(what, bench.clicks(sales, query), bench.size.seconds());
        verifyRows(bench, bench.stage.ledger.written(sales), full.good());
        bench.step("what still waits is settled");
        bench.noteRefusals("durable", full, bench.stage.ledger.awaitSettled(sales));
        bench.add(what, ORDERS, full.reading(Double.NaN), Goal.atLeast(Measure.VALUE, 20_000));
        bench.verify("durable", sales, full.good());
        openly(bench, "durable", full.goodRate(), query);
    }

    private static void verifyRows(Bench bench, long written, long accepted) {
        bench.report.verify(
                written >= accepted,
                "durable: when the last answer came, %,d rows stood behind %,d accepted answers.",
                written,
                accepted);
    }

    /** Whether an order is answered only when it is written: one is given while nothing is. */
    private static boolean isDurableKnown(Bench bench, String query) throws IOException, SQLException {
        bench.step("asking whether the node knows " + query);
        Sale sale = bench.stage.openSale(10);
        bench.stage.node.holdWriters();
        boolean waits = !bench.stage.isAnswered(sale.path() + query);
        bench.stage.node.releaseWriters();
        var _ = bench.stage.ledger.awaitSettled(List.of(sale));
        return waits;
    }

    /** Clicks as often in a new sale, in one that has nine times as many buyers already, and in a new one again. */
    static void tenTimes(Bench bench) throws IOException, SQLException {
        bench.warmUpSale();
        int clicks = Math.min(100_000, bench.size.users());
        int before = 9 * clicks;
        double known = bench.flowRate() > 0 ? bench.flowRate() : 20_000;
        int length = Math.clamp(Math.round(clicks / known), 1, bench.size.seconds());
        Settled first = tenTimes(bench, large(bench), "a new sale, before", length);
        Sale big = large(bench);
        bench.step(String.format(Locale.ROOT, "filling in %,d buyers", before));
        bench.stage.filling.fill(List.of(big), before);
        var _ = bench.stage.ledger.awaitSettled(List.of(big));
        Settled full = tenTimes(bench, big, "the sale with nine times the buyers", length);
        Settled last = tenTimes(bench, large(bench), "a new sale, after", length);
        String of = String.format(Locale.ROOT, "clicks on top of %,d buyers, beside a new sale: ", before);
        bench.add(
                of + "accepted and settled",
                ORDERS,
                new Reading(full.flow(), (first.flow() + last.flow()) / 2, Double.NaN, Double.NaN),
                Goal.atLeast(Measure.RATIO, 0.9));
        double beside = (first.clicks().goodRate() + last.clicks().goodRate()) / 2;
        bench.add(of + "accepted", ORDERS, new Reading(full.clicks().goodRate(), beside, Double.NaN, Double.NaN), null);
    }

    private static Sale large(Bench bench) throws IOException, SQLException {
        return bench.stage.openSale(20L * bench.size.users());
    }

    private static Settled tenTimes(Bench bench, Sale sale, String what, int length) throws IOException, SQLException {
        bench.arrive();
        Settled settled = bench.hitAndSettle(what, List.of(sale), length);
        bench.noteRefusals("ten-times, " + what, settled.clicks(), settled.settled());
        bench.verify("ten-times", List.of(sale), settled.clicks().good());
        return settled;
    }

    /** Orders are accepted while the writers are held back; then only these work, until all rows are there. */
    static void settlement(Bench bench) throws IOException, SQLException {
        var _ = settle(bench, spread(bench), Math.max(1, bench.size.orders() / 10));
        List<Sale> spread = spread(bench);
        String what = String.format(Locale.ROOT, "settlement alone, %,d orders of ", bench.size.orders());
        double many = settle(bench, spread, bench.size.orders());
        bench.add(what + spread.size() + " sales", ORDERS, Reading.of(many), Goal.atLeast(Measure.VALUE, 60_000));
        double alone = settle(bench, List.of(bench.stage.openSale(bench.size.orders())), bench.size.orders());
        bench.add(what + "one sale", ORDERS, Reading.of(alone), null);
    }

    /** Sales on as many shards as there usually are: each shard has a writer of its own. */
    private static List<Sale> spread(Bench bench) throws IOException, SQLException {
        Map<Shard, Sale> sales = new HashMap<>();
        for (int i = 0; i < 40 && sales.size() < 4; i++) {
            Sale sale = bench.stage.openSale(bench.size.orders());
            var _ = sales.putIfAbsent(sale.epoch().shard(), sale);
        }
        return List.copyOf(sales.values());
    }

    /** Orders a second, from the writers' release to the last row. */
    private static double settle(Bench bench, List<Sale> sales, int orders) throws IOException, SQLException {
        int each = Math.max(1, orders / sales.size());
        bench.step(String.format(Locale.ROOT, "filling in %,d orders of %d sales", each * sales.size(), sales.size()));
        bench.stage.node.holdWriters();
        bench.stage.filling.fill(sales, each);
        bench.step("they are settled");
        long begin = System.nanoTime();
        bench.stage.node.releaseWriters();
        long settled = bench.stage.ledger.awaitSettled(sales);
        double rate = settled * 1e9 / (System.nanoTime() - begin);
        bench.verify("settlement", sales, (long) each * sales.size());
        return rate;
    }

    /** For comparison, the sale as it is usually built: a lock per user, check and write in MySQL before the answer. */
    static void synchronous(Bench bench) throws IOException, SQLException {
        String what = "the synchronous way: lock, check and write, then the answer";
        Sale warmUp = bench.stage.openSale(2L * bench.size.users());
        Sale sale = bench.stage.openSale(2L * bench.size.users());
        bench.warmUp(what, synchronousClicks(warmUp));
        Measurement measured = bench.hit(what, synchronousClicks(sale), bench.size.seconds());
        bench.stage.ledger.awaitQuiet(List.of(sale));
        boolean known = bench.flowRate() > 0;
        bench.add(
                what + (known ? " (beside: accepted and settled)" : ""),
                ORDERS,
                measured.reading(known ? bench.flowRate() : Double.NaN),
                null);
        bench.noteRefusals("synchronous", measured, measured.good());
        bench.stage.ledger.verify(bench.report, "synchronous", List.of(sale), measured.good(), false);
    }

    private static Target synchronousClicks(Sale sale) {
        return Target.postCounted(List.of("/sync-sale/" + sale.voucher().value()));
    }
}
