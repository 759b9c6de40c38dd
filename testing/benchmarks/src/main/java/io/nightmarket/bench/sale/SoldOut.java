package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** A sale whose only unit is gone, which is what most of a crowd meets. */
final class SoldOut implements Scenario {
    private static final String WHAT = "the sale, sold out";
    private static final double GOAL = 0.80;

    @Override
    public String name() {
        return "sold-out";
    }

    @Override
    public int steps() {
        return 5;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Sale sale = bench.stage().openSale(1);
        bench.stage().filling().fill(List.of(sale), 1);
        Target click = Target.post(sale.path());
        String answer = bench.stage().answer(sale.path());
        Proof told = new Proof(
                name() + ": a click before the run was answered " + answer, answer.contains("\"code\":\"SOLD_OUT\""));
        Pair pair = bench.besideBare(WHAT, click, () -> bench.everybody(WHAT + ", everybody", click));
        Line line = new Line(WHAT, "requests/s", pair.reading(), Goal.atLeast(Goal.Measure.RATIO, GOAL));
        long settled = bench.books().awaitSettled(List.of(sale));
        return new Outcome(
                List.of(line),
                notes(pair.measured()),
                List.of(told, bench.books().proof(name(), List.of(sale), settled)));
    }

    /** That some were told anything else by a status of its own, if so: that a sale is sold out travels as 200 here. */
    private List<String> notes(Measurement clicks) {
        return clicks.bad() == 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d clicks were not answered 2xx.",
                        name(),
                        clicks.bad(),
                        clicks.requests()));
    }
}
