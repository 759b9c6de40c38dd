package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.domain.flashsale.Shard;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Orders are accepted while the writers are held back; then only these work, until all rows are there. */
final class SettlementAlone implements Scenario {
    private static final double GOAL = 60_000;
    private static final int SHARDS = 4;
    private static final int TRIES = 40;

    @Override
    public String name() {
        return "settlement";
    }

    @Override
    public int steps() {
        return 6;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        List<Proof> proofs = new ArrayList<>();
        var _ = settle(bench, spread(bench), Math.max(1, bench.orders() / 10), proofs);
        List<Sale> spread = spread(bench);
        double many = settle(bench, spread, bench.orders(), proofs);
        List<Sale> one = List.of(bench.stage().openSale(bench.orders()));
        double alone = settle(bench, one, bench.orders(), proofs);
        String what = String.format(Locale.ROOT, "settlement alone, %,d orders", bench.orders());
        return Outcome.of(
                List.of(
                        new Line(
                                what + " of " + spread.size() + " sales",
                                "orders/s",
                                Reading.of(many),
                                Goal.atLeast(Goal.Measure.VALUE, GOAL)),
                        new Line(what + " of one sale", "orders/s", Reading.of(alone), null)),
                proofs);
    }

    /** Sales on as many shards as there usually are: each shard has a writer of its own. */
    private static List<Sale> spread(Bench bench) throws IOException, SQLException {
        Map<Shard, Sale> sales = new HashMap<>();
        for (int i = 0; i < TRIES && sales.size() < SHARDS; i++) {
            Sale sale = bench.stage().openSale(bench.orders());
            var _ = sales.putIfAbsent(sale.shard(), sale);
        }
        return List.copyOf(sales.values());
    }

    /** Orders a second, from the writers' release to the last row. */
    private double settle(Bench bench, List<Sale> sales, int orders, List<Proof> proofs)
            throws IOException, SQLException {
        int each = Math.max(1, orders / sales.size());
        bench.step(String.format(Locale.ROOT, "filling in %,d orders of %d sales", each * sales.size(), sales.size()));
        bench.stage().node().holdWriters();
        bench.stage().filling().fill(sales, each);
        bench.step("they are settled");
        long begin = System.nanoTime();
        bench.stage().node().releaseWriters();
        long settled = bench.books().awaitSettled(sales);
        double rate = settled * 1e9 / (System.nanoTime() - begin);
        proofs.add(bench.books().proof(name(), sales, (long) each * sales.size()));
        return rate;
    }
}
