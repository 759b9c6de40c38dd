package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Bench.Settled;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same clicks in a new sale, in one that has nine times as many buyers already, and in a new one again. */
final class TenTimes implements Scenario {
    private static final int MOST_CLICKS = 100_000;
    private static final int BUYERS_BEFORE = 9;
    private static final double GOAL = 0.9;

    /** Orders a second, when nothing is known. */
    private static final double GUESS = 20_000;

    private record Run(String what, Sale sale, Settled settled) {
        Measurement clicks() {
            return settled.clicks();
        }

        double accepted() {
            return clicks().good() / clicks().seconds();
        }

        double flow() {
            return settled.flow();
        }
    }

    @Override
    public String name() {
        return "ten-times";
    }

    @Override
    public int steps() {
        return 15;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Flow.warmUp(bench);
        int clicks = Math.min(MOST_CLICKS, bench.users());
        double known = bench.flowRate() > 0 ? bench.flowRate() : GUESS;
        int length = Math.clamp(Math.round(clicks / known), 1, bench.seconds());
        Run before = run(bench, sale(bench), "a new sale, before", length);
        Sale big = sale(bench);
        bench.step(String.format(Locale.ROOT, "filling in %,d buyers", BUYERS_BEFORE * clicks));
        bench.stage().filling().fill(List.of(big), BUYERS_BEFORE * clicks);
        var _ = bench.books().awaitSettled(List.of(big));
        Run full = run(bench, big, "the sale with nine times the buyers", length);
        Run after = run(bench, sale(bench), "a new sale, after", length);
        String of = String.format(Locale.ROOT, "clicks on top of %,d buyers", BUYERS_BEFORE * clicks);
        List<Line> lines = List.of(
                new Line(
                        of + ", beside a new sale: accepted and settled",
                        "orders/s",
                        new Reading(full.flow(), (before.flow() + after.flow()) / 2, null, null),
                        Goal.atLeast(Goal.Measure.RATIO, GOAL)),
                new Line(
                        of + ", beside a new sale: accepted",
                        "orders/s",
                        new Reading(full.accepted(), (before.accepted() + after.accepted()) / 2, null, null),
                        null));
        List<String> notes = new ArrayList<>();
        List<Proof> proofs = new ArrayList<>();
        for (Run run : List.of(before, full, after)) {
            notes.addAll(Flow.notes(
                    name() + ", " + run.what(), run.clicks(), run.settled().settled()));
            proofs.add(bench.books()
                    .proof(name(), List.of(run.sale()), run.clicks().good()));
        }
        return new Outcome(lines, notes, proofs);
    }

    private static Sale sale(Bench bench) throws IOException, SQLException {
        return bench.stage().openSale(20L * bench.users());
    }

    private static Run run(Bench bench, Sale sale, String what, int length) throws IOException, SQLException {
        bench.arrive();
        return new Run(what, sale, bench.hitAndSettle(what, List.of(sale), length));
    }
}
