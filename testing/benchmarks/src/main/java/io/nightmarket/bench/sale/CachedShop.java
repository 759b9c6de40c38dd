package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Bench.Preparation;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** A shop's page that lies in the cache. */
final class CachedShop implements Scenario {
    private static final String WHAT = "GET /shop/{id}, cached";
    private static final double GOAL = 0.85;

    @Override
    public String name() {
        return "shop";
    }

    @Override
    public int steps() {
        return 4;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        String path = "/shop/" + NodeProcess.SHOP.value();
        Target shop = Target.get(path);
        String answer = bench.stage().read(path);
        Proof told = new Proof(
                name() + ": a reader before the run was answered " + answer,
                Seen.isShop(answer, NodeProcess.SHOP.value()));
        bench.warmUp(WHAT, shop);
        Pair pair = bench.besideBare(WHAT, shop, Preparation.NONE);
        return Outcome.of(
                List.of(new Line(WHAT, "requests/s", pair.reading(), Goal.atLeast(Goal.Measure.RATIO, GOAL))),
                List.of(told, pair.allAnswered(name())));
    }
}
