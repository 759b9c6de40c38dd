package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.Bench.Preparation;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.util.List;

/** A shop's page that lies in the cache. */
final class CachedShop implements Scenario {
    private static final String WHAT = "GET /shop/{id}, cached";

    @Override
    public String name() {
        return "shop";
    }

    @Override
    public int steps() {
        return 4;
    }

    @Override
    public Outcome run(Bench bench) throws IOException {
        Target shop = Target.get("/shop/1");
        bench.warmUp(WHAT, shop);
        return Outcome.of(
                List.of(new Line(
                        WHAT,
                        "requests/s",
                        bench.besideBare(WHAT, shop, Preparation.NONE).reading(),
                        null)),
                List.of());
    }
}
