package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Known shops are shown whatever is away, under both strategies, and what is left of the servers is not overrun. The times
 * are short, so that values turn stale while nobody can load them.
 */
@Tag("outage")
@Isolated("its time-outs are short: a machine that other tests load would be an outage of its own")
final class CacheOutageIT {
    /** How long a server is away. */
    private static final int SECONDS = Integer.getInteger("nightmarket.outage.seconds", 5);

    private static final int NEAR_MILLIS = 1_000;
    private static final int FRESH_MILLIS = 2_000;
    private static final int SHOPS = 30;
    private static final int LOOKING = 8;

    /** A busy machine, and times that are measured in whole seconds. */
    private static final int SLACK_SECONDS = 3;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final List<Long> shops = new ArrayList<>();

    /** What onlookers saw of values past their time. */
    private static final class Stale {
        private final AtomicLong seen = new AtomicLong();
        private final AtomicLong oldest = new AtomicLong();
        private final Set<String> amiss = ConcurrentHashMap.newKeySet();

        void sees(long shop, long asked, Client.Answer answer) {
            String age = answer.headers().get("age");
            String status = answer.headers().get("cache-status");
            if ((age == null) != (status == null)) {
                amiss.add("age " + age + ", status " + status);
            } else if (age != null) {
                seen.incrementAndGet();
                oldest.accumulateAndGet(Long.parseLong(age), Math::max);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mutex", "logical-expiry"})
    void everyLookAtAKnownShopShowsItWhateverIsAway(String breakdown) throws Exception {
        Map<String, String> settings = new HashMap<>(ShopMarket.USUAL);
        settings.put("NIGHTMARKET_CACHE_SHOP_STRATEGY", breakdown);
        settings.put("NIGHTMARKET_CACHE_SHOP_SOFT_TTL", FRESH_MILLIS + "ms");
        settings.put("NIGHTMARKET_CACHE_SHOP_JITTER", "0s-500ms");
        settings.put("NIGHTMARKET_CACHE_SHOP_NEAR_TTL", NEAR_MILLIS + "ms");
        try (ShopMarket market = ShopMarket.open(data, settings)) {
            for (int i = 0; i < SHOPS; i++) {
                shops.add(market.open("shop"));
            }
            market.untilChangesAreConfirmed();
            for (Outage outage : Outage.values()) {
                lookDuring(market, outage, breakdown);
            }
        }
    }

    private void lookDuring(ShopMarket market, Outage outage, String breakdown) {
        long loadsBefore = market.loads().count();
        long begun = System.nanoTime();
        Stale stale = new Stale();
        market.untilKnown(shops);
        try (ShopReaders onlookers = new ShopReaders(market.nodes(), shops, LOOKING, stale::sees)) {
            Eventually.holds(
                    "every shop is known on both nodes",
                    () -> onlookers.looks() > 20L * SHOPS * market.nodes().size());
            outage.begin(market);
            Eventually.rest(Duration.ofSeconds(SECONDS));
            outage.end(market);
            long back = market.loads().count();
            Eventually.holds("shops are loaded again", () -> market.loads().count() >= back + SHOPS);
            onlookers.stop();
            onlookers.assertNoneFailed();
            double seconds = (System.nanoTime() - begun) / 1e9;
            long loads = market.loads().count() - loadsBefore;
            System.out.printf(
                    "%s, %s for %d s: %d looks, none failed; %d at values past their time, the oldest of %d s;"
                            + " %d loads of %d shops in %.1f s.%n",
                    breakdown,
                    outage,
                    SECONDS,
                    onlookers.looks(),
                    stale.seen.get(),
                    stale.oldest.get(),
                    loads,
                    SHOPS,
                    seconds);
            double bound = SHOPS * market.nodes().size() * (seconds * 1_000 / NEAR_MILLIS + 2);
            assertTrue(loads <= bound, () -> loads + " loads, not " + bound + " at most");
            assertEquals(Set.of(), stale.amiss);
            assertTrue(stale.oldest.get() <= seconds + FRESH_MILLIS / 1_000 + SLACK_SECONDS);
            if (outage.ofMySql()) {
                assertTrue(stale.seen.get() > 0, "values past their time are answered as such");
                assertTrue(stale.oldest.get() >= SECONDS - FRESH_MILLIS / 1_000 - 1);
            }
        }
    }
}
