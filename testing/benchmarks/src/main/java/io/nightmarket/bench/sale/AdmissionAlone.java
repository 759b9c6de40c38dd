package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Outcome.Line;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Every click a new buyer's, all accepted, while the writers are held back; what was accepted is settled afterwards. */
final class AdmissionAlone implements Scenario {
    private static final String WHAT = "admission alone, every buyer new";
    private static final double GOAL = 0.55;
    private static final String OF_SESSIONS =
            "admission: everybody opened the page before, so a session seen within session.trust is not asked for;"
                    + " --node-setting session.trust=1ms has the node ask Redis for each, as for one never seen.";

    @Override
    public String name() {
        return "admission";
    }

    @Override
    public int steps() {
        return 8;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Flow.warmUp(bench);
        List<Sale> sales = bench.salesFor(bench.seconds());
        bench.stage().node().holdWriters();
        Pair pair = bench.besideBare(WHAT, bench.clicks(sales, ""), bench::arrive);
        var _ = bench.noteClicks(pair.measured());
        bench.step("what was accepted is settled");
        bench.stage().node().releaseWriters();
        long settled = bench.books().awaitSettled(sales);
        List<String> notes = new ArrayList<>(Flow.notes(name(), pair.measured(), settled));
        notes.add(OF_SESSIONS);
        return new Outcome(
                List.of(new Line(WHAT, "orders/s", pair.reading(), Goal.atLeast(Goal.Measure.RATIO, GOAL))),
                notes,
                List.of(bench.books().proof(name(), sales, pair.measured().good())));
    }
}
