package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.load.Herd;
import io.nightmarket.bench.load.LoadResult;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.ShopId;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** All at once many ask two clustered nodes for a shop that is in no cache, or past its time in one, while MySQL is slow. */
final class ShopStorm implements Scenario {
    private static final int NODES = 2;
    private static final int READERS = 1_000;
    private static final int WARM_UPS = 5;
    private static final int STORMS = 5;

    /** MySQL takes so long for a shop: all readers are there by then. */
    private static final Duration LOAD = Duration.ofMillis(300);

    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Shops are stormed once. */
    private int next;

    /** What the readers of a shop find in the caches. */
    private enum Found {
        NOTHING("in no cache"),
        EXPIRED("past its time in the cache");

        private final String text;

        Found(String text) {
            this.text = text;
        }
    }

    /**
     * One storm.
     *
     * @param loads by the nodes' count
     * @param waiting statements for the shop that MySQL had under way at the end of its slowness
     */
    private record Storm(LoadResult readers, long loads, int waiting) {
        boolean isCalm() {
            return loads == 1 && waiting == 1 && readers.accepted() == READERS;
        }
    }

    @Override
    public String name() {
        return "shop-storm";
    }

    @Override
    public int steps() {
        return 2 + Found.values().length;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Stage stage = bench.stage();
        bench.step("shops open all over the city");
        stage.city().settle();
        bench.step("two clustered nodes start, and get warm");
        List<Line> lines = new ArrayList<>();
        List<Proof> proofs = new ArrayList<>();
        try (StormNodes nodes = stage.startStormNodes(NODES);
                Herd herd = await(Herd.gather(stage.vertx(), nodes.ports(), READERS))) {
            for (Found found : Found.values()) {
                var _ = storms(stage, nodes, herd, found, WARM_UPS);
            }
            for (Found found : Found.values()) {
                bench.step(String.format(Locale.ROOT, "%,d readers of a shop %s", READERS, found.text));
                List<Storm> storms = storms(stage, nodes, herd, found, STORMS);
                lines.add(line(found, storms));
                proofs.add(proof(found, storms));
            }
        }
        return Outcome.of(lines, proofs);
    }

    private List<Storm> storms(Stage stage, StormNodes nodes, Herd herd, Found found, int count)
            throws IOException, SQLException {
        List<Storm> storms = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            storms.add(storm(stage, nodes, herd, found));
        }
        return storms;
    }

    private Storm storm(Stage stage, StormNodes nodes, Herd herd, Found found) throws IOException, SQLException {
        int number = next++;
        ShopId shop = City.shop(number);
        switch (found) {
            case NOTHING -> stage.sharedShops().evict(shop);
            case EXPIRED -> stage.sharedShops().expire(City.shops().get(number));
        }
        long before = nodes.loads(CacheNames.SHOP);
        CompletionStage<LoadResult> readers;
        int waiting;
        try (SlowShops slow = stage.slowShops()) {
            readers = herd.read("/shop/" + shop.value());
            slow.hold(LOAD);
            waiting = slow.waiting();
        }
        LoadResult answered = await(readers);
        return new Storm(answered, loadsSince(before, nodes), waiting);
    }

    /** A rebuild may go on when all readers have their answers, and is counted when it is done. */
    private static long loadsSince(long before, StormNodes nodes) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long known = before;
        long loads = nodes.loads(CacheNames.SHOP);
        while (loads != known || (loads == before && System.nanoTime() - end < 0)) {
            LockSupport.parkNanos(QUIET.toNanos());
            known = loads;
            loads = nodes.loads(CacheNames.SHOP);
        }
        return loads - before;
    }

    private static Line line(Found found, List<Storm> storms) {
        return new Line(
                String.format(Locale.ROOT, "%,d readers at once of a shop %s", READERS, found.text),
                "MySQL loads/storm",
                new Reading(
                        storms.stream().mapToLong(Storm::loads).average().orElseThrow(),
                        null,
                        slowest(storms, 50),
                        slowest(storms, 99)),
                null);
    }

    private static double slowest(List<Storm> storms, double percent) {
        return storms.stream()
                .mapToDouble(storm -> storm.readers().millis(percent))
                .max()
                .orElseThrow();
    }

    private Proof proof(Found found, List<Storm> storms) {
        return new Proof(
                String.format(
                        Locale.ROOT,
                        "%s: %d storms of %,d readers on %d nodes of a cluster, the shop %s: loads by the nodes' count %s,"
                                + " seen waiting in MySQL %s, readers who got the shop %s.",
                        name(),
                        storms.size(),
                        READERS,
                        NODES,
                        found.text,
                        listed(storms.stream().map(Storm::loads).toList()),
                        listed(storms.stream().map(Storm::waiting).toList()),
                        listed(storms.stream()
                                .map(storm -> storm.readers().accepted())
                                .toList())),
                storms.stream().allMatch(Storm::isCalm));
    }

    private static String listed(List<? extends Number> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
