package io.nightmarket.bench.sale;

import io.nightmarket.bench.load.LoadResult;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** How long a buyer waits for the answer at half the rate that is accepted and settled, by the open model. */
final class AcceptLatency implements Scenario {
    private static final String WHAT = "the sale at half its rate, open model";

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public int steps() {
        return 4;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Flow.warmUp(bench);
        if (bench.flowRate() == 0) {
            bench.noteFlow(roughFlow(bench));
        }
        List<Sale> sales = bench.salesFor(bench.seconds());
        LoadResult result = bench.post(WHAT, bench.flowRate() / 2, sales, "");
        bench.step("what still waits is settled");
        var _ = bench.books().awaitSettled(sales);
        return new Outcome(
                List.of(new Line(WHAT, "orders/s", reading(result), null)),
                notes(name(), result),
                List.of(bench.books().proof(name(), sales, result.accepted())));
    }

    private static double roughFlow(Bench bench) throws IOException, SQLException {
        return bench.hitAndSettle(WHAT + ", finding the rate", bench.salesFor(1), 1)
                .flow();
    }

    static Reading reading(LoadResult result) {
        return new Reading(result.rate(), null, result.millis(50), result.millis(99), result.isWhole());
    }

    /** What of the load was not done, if so. */
    static List<String> notes(String name, LoadResult result) {
        return result.isWhole()
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: of the requests due %,d were not sent, %,d refused, %,d failed, %,d never answered.",
                        name,
                        result.notSent(),
                        result.refused(),
                        result.failed(),
                        result.unanswered()));
    }
}
