package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

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
        Line line = new Line(
                WHAT,
                "requests/s",
                bench.besideBare(WHAT, click, () -> bench.everybody(WHAT + ", everybody", click))
                        .reading(),
                Goal.atLeast(Goal.Measure.RATIO, GOAL));
        long settled = bench.books().awaitSettled(List.of(sale));
        return Outcome.of(List.of(line), List.of(bench.books().proof(name(), List.of(sale), settled)));
    }
}
