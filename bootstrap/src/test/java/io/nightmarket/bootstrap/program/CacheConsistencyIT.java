package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How long an old value is seen after a change, at two clustered nodes that are looked at all the time. Values are
 * numbered by the changes that made them.
 */
@Tag("outage")
@Isolated("its time-outs are short: a machine that other tests load would be an outage of its own")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CacheConsistencyIT {
    private static final int NEAR_MILLIS = 2_000;
    /** The pause of those who replay changes, and of a link that connects again, and what a busy machine needs. */
    private static final int REPLAY_MILLIS = 8_000;

    private static final int CHANGES = 100;
    private static final int LOOKING = 4;

    private ShopMarket market;

    /** What all onlookers saw of one shop. */
    private static final class Watch {
        private final AtomicLongArray answered = new AtomicLongArray(CHANGES + 2);
        private final AtomicLongArray lastSeen = new AtomicLongArray(CHANGES + 2);
        private final AtomicLong longest = new AtomicLong();

        /** By the time when the shopper asked: what is asked for after the change was answered should be new. */
        void sees(long asked, Client.Answer answer) {
            int number = Integer.parseInt(answer.object().getString("name"));
            lastSeen.accumulateAndGet(number, asked, Math::max);
            long changed = answered.get(number + 1);
            if (changed != 0) {
                longest.accumulateAndGet(asked - changed, Math::max);
            }
        }

        void changedTo(int number) {
            answered.set(number, System.nanoTime());
        }

        /** How long an old value was seen. */
        long longestMillis() {
            return longest.get() / 1_000_000;
        }

        /** How long after that moment this one was still seen. */
        long millisAfter(long moment, int number) {
            return Math.max(0, (lastSeen.get(number) - moment) / 1_000_000);
        }

        boolean saw(int number) {
            return lastSeen.get(number) != 0;
        }
    }

    @BeforeAll
    void open(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        Map<String, String> settings = new HashMap<>(ShopMarket.USUAL);
        settings.put("NIGHTMARKET_CACHE_SHOP_NEAR_TTL", NEAR_MILLIS + "ms");
        market = ShopMarket.open(data, settings);
    }

    @AfterAll
    void close() throws Exception {
        market.close();
    }

    @Test
    void changeUponChangeIsSeenOnBothNodesWithinTheBound() {
        long shop = market.open("0");
        Watch watch = new Watch();
        try (ShopReaders onlookers = look(shop, watch)) {
            for (int number = 1; number <= CHANGES; number++) {
                market.rename(shop, Integer.toString(number));
                watch.changedTo(number);
            }
            Eventually.holds("the last change is seen", () -> watch.saw(CHANGES));
            Eventually.rest(Duration.ofMillis(NEAR_MILLIS));
            onlookers.stop();
            onlookers.assertNoneFailed();
            System.out.printf(
                    "Over %d changes and %d looks the longest that an old value was seen after a change is %d ms.%n",
                    CHANGES, onlookers.looks(), watch.longestMillis());
        }
        assertTrue(watch.longestMillis() <= NEAR_MILLIS, () -> watch.longestMillis() + " ms");
        assertNewOnBoth(shop, CHANGES);
    }

    @ParameterizedTest
    @EnumSource(names = {"REDIS_HALTED", "REDIS_KILLED"})
    void aChangeThatRedisCouldNotHearOfReachesItLater(Outage outage) throws Exception {
        long shop = market.open("0");
        Watch watch = new Watch();
        try (ShopReaders onlookers = look(shop, watch)) {
            Eventually.holds("it is seen", () -> watch.saw(0));
            outage.begin(market);
            Client.Answer changed = market.changeOnce(object("id", shop, "name", "1"));
            assertTrue(changed.success(), changed::toString);
            watch.changedTo(1);
            long since = System.nanoTime();
            Eventually.holds("the change is seen without Redis", () -> watch.saw(1));
            Eventually.rest(Duration.ofMillis(NEAR_MILLIS));
            assertTrue(watch.millisAfter(since, 0) <= NEAR_MILLIS, "seen too long without Redis");
            outage.end(market);
            long back = System.nanoTime();
            assertOldValueGoes(watch, 0, back, outage + " during the change");
            onlookers.stop();
            onlookers.assertNoneFailed();
        }
        assertNewOnBoth(shop, 1);
    }

    @Test
    void aRedisThatWentBackToOlderCopiesDoesNotBringThemBack() throws Exception {
        long shop = market.open("0");
        Watch watch = new Watch();
        try (ShopReaders onlookers = look(shop, watch)) {
            Eventually.holds("it is in Redis", () -> market.inRedis().text(entry(shop)) != null);
            byte[] older = market.redis().appendOnlyFile();
            market.rename(shop, "1");
            watch.changedTo(1);
            untilAllIsConfirmed("");
            String run = market.inMySql().text("SELECT confirmed_by FROM cache_change WHERE entry = ?", shop);

            market.redis().kill();
            market.redis().restore(older);
            market.redis().startAgain();
            long back = System.nanoTime();
            untilAllIsConfirmed(run);
            assertOldValueGoes(watch, 0, back, "Redis went back to an older copy");
            onlookers.stop();
            onlookers.assertNoneFailed();
        }
        assertNewOnBoth(shop, 1);
    }

    private ShopReaders look(long shop, Watch watch) {
        market.untilKnown(List.of(shop));
        return new ShopReaders(market.nodes(), List.of(shop), LOOKING, (_, asked, answer) -> watch.sees(asked, answer));
    }

    private static String entry(long shop) {
        return "nm:shop:cache:{" + shop + '}';
    }

    /** By another run of Redis than this one, or at all. */
    private void untilAllIsConfirmed(String run) {
        Eventually.holds(
                "all changes are confirmed",
                () -> market.inMySql()
                                .number(
                                        "SELECT COUNT(*) FROM cache_change WHERE confirmed_by = '' OR confirmed_by = ?",
                                        run)
                        == 0);
    }

    /** Nobody changes it again: that it goes is the work of those who replay changes. */
    private void assertOldValueGoes(Watch watch, int old, long back, String when) {
        untilAllIsConfirmed("");
        long confirmed = System.nanoTime();
        Eventually.rest(Duration.ofMillis(NEAR_MILLIS));
        long seen = watch.millisAfter(back, old);
        System.out.printf(
                "%s: all changes confirmed %d ms after it was back, the old value seen for %d ms after that moment.%n",
                when, (confirmed - back) / 1_000_000, seen);
        assertTrue(seen <= REPLAY_MILLIS + NEAR_MILLIS, () -> seen + " ms");
    }

    private void assertNewOnBoth(long shop, int number) {
        for (Client node : market.nodes()) {
            assertEquals(
                    Integer.toString(number),
                    node.get("/shop/" + shop, null).object().getString("name"));
        }
    }
}
