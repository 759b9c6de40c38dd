package io.nightmarket.bench.sale;

import io.nightmarket.bench.load.LoadResult;
import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer is given when the row is committed. */
final class Durable implements Scenario {
    private static final String WHAT = "durable, from the click to the committed row and the answer";
    private static final double RATE_GOAL = 20_000;
    private static final double P99_GOAL = 50;

    private final String query;

    /** @param query asks for this mode */
    Durable(String query) {
        this.query = '?' + query;
    }

    @Override
    public String name() {
        return "durable";
    }

    @Override
    public int steps() {
        return 8;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        if (!isKnown(bench)) {
            return new Outcome(
                    List.of(),
                    List.of(name() + ": not measured; this node answers before the row is there."),
                    List.of());
        }
        int length = Math.max(1, bench.seconds() / 2);
        List<Sale> warmUp = bench.salesFor(length);
        bench.warmUp(WHAT, bench.clicks(warmUp, query));
        var _ = bench.books().awaitSettled(warmUp);

        List<Sale> sales = bench.salesFor(bench.seconds());
        bench.arrive();
        Measurement full = bench.hit(WHAT, bench.clicks(sales, query), bench.seconds());
        Proof rows = rows(bench.books().written(sales), full.good());
        double rate = full.good() / full.seconds();
        bench.step("what still waits is settled");
        long settled = bench.books().awaitSettled(sales);

        List<Sale> calm = bench.salesFor(bench.seconds());
        LoadResult half = bench.post(WHAT, rate / 2, calm, query);
        Proof halfRows = rows(bench.books().written(calm), half.accepted());
        bench.step("what still waits is settled");
        var _ = bench.books().awaitSettled(calm);
        List<String> notes = new ArrayList<>(Flow.notes(name(), full, settled));
        notes.addAll(AcceptLatency.notes(name(), half));
        return new Outcome(
                List.of(
                        new Line(
                                WHAT,
                                "orders/s",
                                new Reading(rate, null, full.p50(), full.p99()),
                                Goal.atLeast(Goal.Measure.VALUE, RATE_GOAL)),
                        new Line(
                                "durable, at half that load, open model",
                                "orders/s",
                                AcceptLatency.reading(half),
                                Goal.below(Goal.Measure.P99, P99_GOAL))),
                notes,
                List.of(
                        rows,
                        halfRows,
                        bench.books().proof(name(), sales, full.good()),
                        bench.books().proof(name() + " at half load", calm, half.accepted())));
    }

    private Proof rows(long written, long accepted) {
        return new Proof(
                String.format(
                        Locale.ROOT,
                        "%s: when the last answer came, %,d rows stood behind %,d accepted answers.",
                        name(),
                        written,
                        accepted),
                written >= accepted);
    }

    /** Whether an order is answered only when it is written: one is given while nothing is. */
    private boolean isKnown(Bench bench) throws IOException, SQLException {
        bench.step("asking whether the node knows " + query);
        Sale sale = bench.stage().openSale(10);
        bench.stage().node().holdWriters();
        boolean waits = !bench.stage().isAnswered(sale.path() + query);
        bench.stage().node().releaseWriters();
        var _ = bench.books().awaitSettled(List.of(sale));
        return waits;
    }
}
