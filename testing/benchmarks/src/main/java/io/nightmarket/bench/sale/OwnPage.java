package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Wrk.Target;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;

/** The first page of a list that each user has of their own, beside the bare route. */
final class OwnPage {
    static final int ENTRIES = 10;

    private OwnPage() {}

    /**
     * Measures it, once all users have read theirs.
     *
     * @param name in what is verified
     * @param goal ratio to the bare route
     */
    static void measure(Bench bench, String name, String what, String path, double goal)
            throws IOException, SQLException {
        Target target = Target.get(path);
        int entries = new JsonObject(bench.stage.readOwn(path))
                .getJsonObject("data", new JsonObject())
                .getJsonArray("list")
                .size();
        bench.report.verify(entries == ENTRIES, "%s: a page before the run had %d entries", name, entries);
        bench.everybody(what + ", everybody", target);
        Pair pair = bench.besideBare(what, target);
        pair.verifyAllAnswered(bench.report, name);
        bench.add(what, "requests/s", pair.reading(), Goal.atLeast(Measure.RATIO, goal));
    }
}
