package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** All at once many ask two clustered nodes for a shop that is in no cache, or expired in one, while MySQL is slow. */
final class ShopStorm implements AutoCloseable {
    private static final int NODES = 2;
    private static final int READERS = 1_000;
    private static final int WARM_UPS = 5;
    private static final int STORMS = 5;

    /** The time that MySQL takes for a shop: all readers are there by then. */
    private static final Duration LOAD = Duration.ofMillis(300);

    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** What is put expires at once, and is kept. */
    private static final CacheTimes EXPIRED = new CacheTimes(
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3));

    private final Stage stage;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Integer> metrics = new ArrayList<>();
    private final Cache<ShopId, Shop> cache;

    /** They count what they ask MySQL, which costs a node that is timed too much. */
    private ShopStorm(Stage stage) throws IOException {
        this.stage = stage;
        this.cache = stage.loop
                .redis()
                .caches(Duration.ofHours(1), new VertxTimers(stage.servers.vertx()))
                .open(CacheNames.SHOP, id -> Long.toString(id.value()), new TypeReference<Shop>() {}, EXPIRED);
        try {
            for (int i = 0; i < NODES; i++) {
                int port = FreePort.any();
                nodes.add(stage.startNode(
                        "storm-" + i,
                        Map.of(
                                "metrics.port",
                                Integer.toString(port),
                                "cluster.enabled",
                                "true",
                                "cluster.name",
                                "bench-" + ProcessHandle.current().pid())));
                metrics.add(port);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * One storm.
     *
     * @param loads by the nodes' count
     * @param waiting statements for the shop that MySQL had under way at the end of its slowness
     */
    private record Storm(Result readers, long loads, long waiting) {
        boolean isCalm() {
            return loads == 1 && waiting == 1 && readers.good(0) == READERS;
        }
    }

    static void run(Bench bench) throws IOException, SQLException {
        bench.step("shops open all over the city");
        bench.stage.city.settle();
        bench.step("two clustered nodes start, and get warm");
        try (ShopStorm storm = new ShopStorm(bench.stage)) {
            var _ = storm.storms(false, WARM_UPS);
            var _ = storm.storms(true, WARM_UPS);
            storm.run(bench, false, "in no cache");
            storm.run(bench, true, "that is stale");
        }
    }

    private void run(Bench bench, boolean expired, String found) throws IOException, SQLException {
        String what = String.format(Locale.ROOT, "%,d readers at once of a shop %s", READERS, found);
        bench.step(what);
        List<Storm> storms = storms(expired, STORMS);
        bench.add(
                what,
                "MySQL loads/storm",
                new Reading(
                        storms.stream().mapToLong(Storm::loads).average().orElseThrow(),
                        Double.NaN,
                        slowest(storms, 50),
                        slowest(storms, 99)),
                null);
        bench.report.verify(
                storms.stream().allMatch(Storm::isCalm),
                "shop-storm: %d storms of %,d readers on %d nodes of a cluster, the shop %s: loads by the nodes'"
                        + " count %s, seen waiting in MySQL %s, readers who got the shop %s.",
                storms.size(),
                READERS,
                NODES,
                found,
                listed(storms, Storm::loads),
                listed(storms, Storm::waiting),
                listed(storms, storm -> storm.readers().good(0)));
    }

    private static double slowest(List<Storm> storms, double percent) {
        return storms.stream()
                .mapToDouble(storm -> storm.readers().millis(0, percent))
                .max()
                .orElseThrow();
    }

    private static String listed(List<Storm> storms, ToLongFunction<Storm> number) {
        return storms.stream()
                .map(storm -> Long.toString(number.applyAsLong(storm)))
                .collect(Collectors.joining(" "));
    }

    private List<Storm> storms(boolean expired, int count) throws IOException, SQLException {
        List<Storm> storms = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            storms.add(storm(stage.city.nextShop(), expired));
        }
        return storms;
    }

    private Storm storm(Shop shop, boolean expired) throws IOException, SQLException {
        var _ = await(cache.invalidate(shop.id()));
        if (expired) {
            expire(shop);
        }
        long before = loads();
        Result readers;
        long waiting;
        try (OpenSockets sockets =
                new OpenSockets(nodes.stream().map(NodeProcess::port).toList(), READERS / NODES)) {
            stage.database.run("LOCK TABLES tb_shop WRITE");
            CompletableFuture<Result> reading;
            try {
                reading = CompletableFuture.supplyAsync(() -> read(sockets, shop));
                Eventually.await("a node asks MySQL for the shop", TIMEOUT, () -> waiting() > 0);
                Eventually.rest(LOAD);
                waiting = waiting();
            } finally {
                stage.database.run("UNLOCK TABLES");
            }
            readers = await(reading, TIMEOUT);
        }
        return new Storm(readers, loadsSince(before), waiting);
    }

    private static Result read(OpenSockets sockets, Shop shop) {
        try {
            return sockets.runOnce(
                    TIMEOUT, READERS, _ -> HttpRequests.get("/shop/" + shop.id().value()), Answer::verdict);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void expire(Shop shop) throws IOException {
        long now = System.currentTimeMillis();
        if (!(await(cache.acquireTicket(shop.id(), 0)) instanceof LoadTicket.Granted<Shop>(String lease))
                || await(cache.put(shop.id(), new Loaded<>(Optional.of(shop), now), lease)) != Cache.Put.STORED) {
            throw new IOException("somebody else reads " + shop.id());
        }
    }

    /** How many statements wait that ask for one shop by its id. */
    private long waiting() throws SQLException {
        return stage.database.number("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE id <> CONNECTION_ID()"
                + " AND info LIKE 'SELECT id, name,%FROM tb_shop WHERE id = %'");
    }

    /** A rebuild may go on when all readers have their answers, and is counted when it is done. */
    private long loadsSince(long before) throws IOException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        long known = before;
        long loads = loads();
        while (loads != known || (loads == before && System.nanoTime() - end < 0)) {
            Eventually.rest(QUIET);
            known = loads;
            loads = loads();
        }
        return loads - before;
    }

    /** How often the cache of these nodes asked MySQL, by their own count. */
    private long loads() throws IOException {
        long sum = 0;
        for (int port : metrics) {
            sum += new MetricsPage(HttpCalls.get(port, "/metrics")).loads(CacheNames.SHOP);
        }
        return sum;
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
    }
}
