package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crowds at two clustered nodes that want what is not cached, counted where MySQL itself writes down what it was asked. */
@Tag("storm")
@Isolated("its time-outs are short: a machine that other tests load would be an outage of its own")
final class CacheStormIT {
    private static final int READERS = 1_000;
    private static final int ROUNDS = 3;
    private static final int NEAR_MILLIS = 1_000;
    private static final int UNKNOWN = 20_000;
    private static final long FIRST_UNKNOWN = 5_000_000;
    private static final int AT_A_TIME = 1_000;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @ParameterizedTest
    @ValueSource(strings = {"mutex", "logical-expiry"})
    void ofAThousandReadersOneAsksTheDatabase(String breakdown) throws Exception {
        Map<String, String> settings = Map.of(
                "NIGHTMARKET_CACHE_SHOP_STRATEGY", breakdown, "NIGHTMARKET_CACHE_SHOP_NEAR_TTL", NEAR_MILLIS + "ms");
        try (ShopMarket market = ShopMarket.open(data, settings)) {
            connect(market);
            double before = loadsByTheNodes(market);
            for (int round = 0; round < ROUNDS; round++) {
                String name = breakdown + ' ' + round;
                long shop = market.open(name);
                storm(market, shop, name);
                assertEquals(1, market.loads().of(shop), "of a shop that was nowhere");

                market.age(shop, NEAR_MILLIS);
                storm(market, shop, name);
                Eventually.holds("it is loaded anew", () -> market.loads().of(shop) >= 2);
                storm(market, shop, name);
                assertEquals(2, market.loads().of(shop), "one more of a shop past its time");
            }
            int rebuilt = breakdown.equals("mutex") ? 0 : ROUNDS;
            Eventually.holds(
                    "the last load is counted, and the last rebuild",
                    () -> loadsByTheNodes(market) - before >= 2 * ROUNDS && market.shopEvents("rebuilt") >= rebuilt);
            assertEquals(2 * ROUNDS, loadsByTheNodes(market) - before, "the nodes count the same");
            assertTrue(market.shopEvents("stale") >= rebuilt);
            assertEquals(rebuilt, market.shopEvents("rebuilt"));
        }
    }

    /** So that the crowd comes at once. */
    private static void connect(ShopMarket market) {
        List<Future<Client.Answer>> asked = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            asked.add(node(market, i).send(HttpMethod.GET, "/health/live", null, null));
        }
        asked.forEach(answer -> assertEquals(200, Client.await(answer).status()));
    }

    private static void storm(ShopMarket market, long shop, String name) {
        List<Future<Client.Answer>> reads = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            reads.add(node(market, i).send(HttpMethod.GET, "/shop/" + shop, null, null));
        }
        for (Future<Client.Answer> read : reads) {
            Client.Answer answer = Client.await(read);
            assertTrue(answer.success(), answer::toString);
            assertEquals(name, answer.object().getString("name"));
        }
    }

    private static Client node(ShopMarket market, int reader) {
        return market.nodes().get(reader % market.nodes().size());
    }

    private static double loadsByTheNodes(ShopMarket market) {
        return market.metric("nightmarket_cache_loads_seconds_count", "cache=\"shop\"");
    }

    @Test
    void whatCanNotExistIsNotAskedForAndWhatIsMadeIsFound() throws Exception {
        try (ShopMarket market = ShopMarket.open(data, Map.of())) {
            long known = market.open("known");
            market.nodes()
                    .forEach(node -> assertTrue(node.get("/shop/" + known, null).success()));

            askForUnknown(market);
            long asked = market.loads().all().entrySet().stream()
                    .filter(load -> load.getKey() >= FIRST_UNKNOWN)
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            System.out.printf("Of %d requests for unknown shops %d reached MySQL.%n", UNKNOWN, asked);
            assertTrue(asked <= UNKNOWN / 100, () -> asked + " reached MySQL");
            assertTrue(market.shopEvents("filtered") >= UNKNOWN - asked);

            assertIsFoundOnceMade(market, known + 1);
            assertMetricsOfAllCaches(market);
        }
    }

    private static void askForUnknown(ShopMarket market) {
        for (long first = 0; first < UNKNOWN; first += AT_A_TIME) {
            List<Future<Client.Answer>> asked = LongStream.range(first, first + AT_A_TIME)
                    .mapToObj(
                            i -> node(market, (int) i).send(HttpMethod.GET, "/shop/" + (FIRST_UNKNOWN + i), null, null))
                    .toList();
            asked.forEach(
                    read -> assertEquals("SHOP_NOT_FOUND", Client.await(read).code()));
        }
    }

    /** Both nodes have it in their memory that there is no such shop. */
    private static void assertIsFoundOnceMade(ShopMarket market, long next) {
        for (Client node : market.nodes()) {
            for (int i = 0; i < 5; i++) {
                assertEquals("SHOP_NOT_FOUND", node.get("/shop/" + next, null).code());
            }
        }
        assertTrue(market.shopEvents("near_absent") > 0);
        assertEquals(next, market.open("new"));
        assertTrue(market.nodes().getFirst().get("/shop/" + next, null).success(), "at once where it was made");
        long made = System.nanoTime();
        Eventually.holds(
                "found on the other node",
                () -> market.nodes().getLast().get("/shop/" + next, null).success());
        System.out.printf(
                "A new shop was found on the other node %d ms after its maker had found it.%n",
                (System.nanoTime() - made) / 1_000_000);
    }

    private static void assertMetricsOfAllCaches(ShopMarket market) {
        Set<String> events = Set.of(
                "near_hit", "near_absent", "shared_hit", "shared_absent", "miss", "stale", "filtered", "rebuilt");
        for (String cache : List.of("shop", "shop-types", "shop-pages", "vouchers", "areas", "user-cards")) {
            String label = "cache=\"" + cache + '"';
            for (String event : events) {
                assertTrue(market.metric("nightmarket_cache_events_total", label, "event=\"" + event + '"') >= 0);
            }
            assertTrue(market.metric("nightmarket_cache_loads_seconds_count", label) >= 0);
            assertTrue(market.metric("nightmarket_cache_loads_seconds_sum", label) >= 0);
            assertTrue(market.metric("nightmarket_cache_evictions_total", label) >= 0);
        }
        assertTrue(market.shopEvents("miss") > 0);
        assertTrue(market.shopEvents("near_hit") + market.shopEvents("shared_hit") > 0);
        assertTrue(market.metric("nightmarket_cache_loads_seconds_sum", "cache=\"shop\"") > 0);
    }
}
