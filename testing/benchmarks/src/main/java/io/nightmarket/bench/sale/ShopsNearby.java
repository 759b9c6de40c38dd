package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Bench.Preparation;
import io.nightmarket.bench.sale.City.Place;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The first page of the shops near many people, each at a place of their own, who look for all types. */
final class ShopsNearby implements Scenario {
    private static final String WHAT = "GET /shop/of/type near a point";
    private static final int POINTS = 1_000;

    /** Everybody has looked so often before: every place and shop is in the caches that it belongs in. */
    private static final int WARM = 10;

    /** Or it takes too long, which is to show. */
    private static final int MOST_WARM_UPS = 5;

    private static final double GOAL = 0.30;

    @Override
    public String name() {
        return "nearby";
    }

    @Override
    public int steps() {
        return 4 + MOST_WARM_UPS;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        bench.step("shops open all over the city");
        bench.stage().city().settle();
        Target pages = Target.getEach(paths());
        String answer = bench.stage().read(pages.paths().getFirst());
        Proof told = new Proof(
                name() + ": a reader before the run was answered " + answer, Seen.isNearbyPage(answer, type(0)));
        warmUp(bench, pages);
        Pair pair = bench.besideBare(WHAT, pages, Preparation.NONE);
        return Outcome.of(
                List.of(new Line(WHAT, "requests/s", pair.reading(), Goal.atLeast(Goal.Measure.RATIO, GOAL))),
                List.of(told, pair.allAnswered(name())));
    }

    private static void warmUp(Bench bench, Target pages) throws IOException {
        long made = 0;
        for (int i = 0; i < MOST_WARM_UPS && made < (long) WARM * POINTS; i++) {
            made += bench.hit(WHAT + ", warming up", pages, Math.max(2, bench.seconds() / 2))
                    .requests();
        }
    }

    static List<String> paths() {
        List<Place> crowd = City.crowd(POINTS);
        List<String> paths = new ArrayList<>(POINTS);
        for (int i = 0; i < POINTS; i++) {
            Place place = crowd.get(i);
            paths.add(String.format(
                    Locale.ROOT, "/shop/of/type?typeId=%d&current=1&x=%.6f&y=%.6f", type(i), place.x(), place.y()));
        }
        return paths;
    }

    private static long type(int number) {
        return 1L + number % City.TYPES;
    }
}
