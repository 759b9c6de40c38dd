package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Open;
import io.nightmarket.testkit.PictureFlood;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Purchases at a steady rate, alone and beside a flood of pictures: both are answered, and no purchase fails. */
final class PictureScenario {
    /** A second: pictures are decoded on a core of their own, where there is one. */
    private static final int PURCHASES = 1_000;

    private static final int UPLOADERS = 12;
    private static final String NAME = "pictures";

    private PictureScenario() {}

    static void run(Bench bench) throws IOException, SQLException {
        bench.warmUpSale();
        buy(bench, "purchases, before a flood of pictures", null);
        PictureFlood flood = PictureFlood.begin(bench.stage.node.port(), bench.stage.tokens(UPLOADERS));
        try (flood) {
            buy(bench, "purchases, during a flood of pictures", Goal.below(Measure.P99, 2_000));
        }
        bench.report.verify(
                flood.stored() > 1
                        && Set.of(200, 503).containsAll(flood.uploads())
                        && flood.downloads().contains(200)
                        && Set.of(200, 503).containsAll(flood.downloads()),
                "pictures: %,d stored; uploads were answered %s, downloads %s; %,d requests broke off.",
                flood.stored(),
                flood.uploads(),
                flood.downloads(),
                flood.brokenOff());
    }

    private static void buy(Bench bench, String what, @Nullable Goal goal) throws IOException, SQLException {
        List<Sale> sales = bench.salesForOpen(PURCHASES);
        Open load = bench.post(what, PURCHASES, sales, "");
        bench.add(what, "orders/s", load.timed().reading(0), goal);
        bench.report.verify(
                load.timed().refused() + load.timed().other() == 0,
                "pictures: of the purchases %,d were answered 503, %,d not done (%s).",
                load.timed().refused(),
                load.timed().other(),
                what);
        var _ = bench.stage.ledger.awaitSettled(sales);
        bench.verify(NAME, sales, load.accepted());
    }
}
