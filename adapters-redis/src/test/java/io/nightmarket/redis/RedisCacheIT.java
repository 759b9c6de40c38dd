package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.contract.CacheContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.TestServers;
import io.vertx.redis.client.Command;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisCacheIT extends CacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Dish RICE = new Dish("rice", 3, List.of());
    private final String name = "test-" + UUID.randomUUID();

    @Override
    protected Cache<Long, Dish> cache(CacheTimes times) {
        return cache(REDIS.link(), new TypeReference<>() {}, times);
    }

    private <V> Cache<Long, V> cache(RedisLink link, TypeReference<V> type, CacheTimes times) {
        CacheBreaker breaker = new CacheBreaker(RedisFixture.TIMEOUT, System::nanoTime, new SecureRandom());
        return RedisFixture.cache(link, name, type, times, breaker);
    }

    private Cache<Long, Dish> jittered(Duration min, Duration max) {
        Duration minute = Duration.ofMinutes(1);
        return cache(new CacheTimes(minute, min, max, minute, minute, minute));
    }

    private String keyOf(long key) {
        return RedisKeys.entry(name, Long.toString(key));
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    private static void put(Cache<Long, Dish> cache, long key, Optional<Dish> dish) {
        if (await(cache.acquireTicket(key, 0)) instanceof LoadTicket.Granted<Dish>(String lease)) {
            assertEquals(Cache.Put.STORED, await(cache.put(key, new Loaded<>(dish, 1), lease)));
        } else {
            throw new AssertionError("not granted");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"loadedAt\":9999999999999999999,\"freshUntil\":4000000000000,\"value\":null}",
                "{\"loadedAt\":12345678901234567890123,\"freshUntil\":4000000000000,\"value\":null}",
                "{\"loadedAt\":0017,\"freshUntil\":4000000000000,\"value\":null}",
                "{\"loadedAt\":17,\"freshUntil\":18,\"value\":{\"name\":\"over\",\"price\":1,\"tags\":[]}}",
                "{\"value\":",
                "{\"loadedAt\":17,\"freshUntil\":4000000000000,\"value\":{\"other\":1}}",
                "",
            })
    void whatNoReaderCanUseIsReplacedByTheNextLoad(String entry) {
        Cache<Long, Dish> cache = jittered(Duration.ZERO, Duration.ZERO);
        var _ = REDIS.redis(Command.SET, keyOf(1), entry);
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));

        put(cache, 1, Optional.of(RICE));

        assertInstanceOf(Cached.Fresh.class, await(cache.find(1L)));
    }

    @Test
    void aKeyOfAnotherTypeIsReplacedByTheNextLoad() {
        Cache<Long, Dish> cache = jittered(Duration.ZERO, Duration.ZERO);
        var _ = REDIS.redis(Command.RPUSH, keyOf(1), "other");
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));

        put(cache, 1, Optional.of(RICE));

        assertInstanceOf(Cached.Fresh.class, await(cache.find(1L)));
    }

    @Test
    void aLeaseThatIsNoneIsReplacedByTheNextLoad() {
        Cache<Long, Dish> cache = jittered(Duration.ZERO, Duration.ZERO);
        String lease = RedisKeys.loadTicket(name, "1");
        var _ = REDIS.redis(Command.SET, lease, "other");
        assertEquals(Cache.Put.REJECTED, await(cache.put(1L, new Loaded<>(Optional.of(RICE), 1), "other")));
        await(cache.release(1L, "other"));
        put(cache, 1, Optional.of(RICE));
        var _ = await(cache.invalidate(1L));

        var _ = REDIS.redis(Command.HSET, lease, "token", "without an end");
        put(cache, 1, Optional.of(RICE));

        assertInstanceOf(Cached.Fresh.class, await(cache.find(1L)));
    }

    /** Something that Jackson finds no way to write. */
    public record Mute(Object unwritable) {}

    @Test
    void aValueThatCanNotBeWrittenFails() {
        Duration minute = Duration.ofMinutes(1);
        CacheTimes times = new CacheTimes(minute, Duration.ZERO, Duration.ZERO, minute, minute, minute);
        Cache<Long, Mute> cache = cache(REDIS.link(), new TypeReference<>() {}, times);
        LoadTicket<Mute> claim = await(cache.acquireTicket(1L, 0));
        if (!(claim instanceof LoadTicket.Granted<Mute>(String lease))) {
            throw new AssertionError("not granted");
        }

        var _ = failureOf(Corrupt.class, cache.put(1L, new Loaded<>(Optional.of(new Mute(new Object())), 1), lease));
    }

    @Test
    void aLeaseWhoseGrantIsLostIsReleasedOnceRedisAnswers() {
        Duration hour = Duration.ofHours(1);
        CacheTimes times = new CacheTimes(hour, Duration.ZERO, Duration.ZERO, hour, hour, hour);
        Cache<Long, Dish> others = cache(times);
        assertInstanceOf(LoadTicket.Granted.class, await(others.acquireTicket(2L, 0)), "and the script is loaded");
        try (TcpProxy proxy = new TcpProxy(TestServers.redisUri())) {
            RedisLink link = REDIS.open(RedisFixture.settings(proxy.uri(), Duration.ofMillis(300)));
            Cache<Long, Dish> cache = cache(link, new TypeReference<>() {}, times);
            proxy.inject(ReplyFault.always(ReplyFault.Fate.DROP));
            var _ = failureOf(TimedOut.class, cache.acquireTicket(1L, 0));
            assertInstanceOf(
                    LoadTicket.Busy.class, await(others.acquireTicket(1L, 0)), "granted to one who does not know");

            proxy.heal();

            Stages.eventually(this::elapse, () -> await(others.acquireTicket(1L, 0)) instanceof LoadTicket.Granted);
            await(link.close());
        }
    }

    /** As after a restore, or by the hand of an operator. */
    @Test
    void anEntryWithoutAnEndIsServedNoLongerThanOthers() {
        Duration second = Duration.ofMillis(200);
        Cache<Long, Dish> cache = cache(new CacheTimes(second, Duration.ZERO, Duration.ZERO, second, second, second));
        put(cache, 1, Optional.of(RICE));
        put(cache, 2, Optional.empty());
        var _ = REDIS.redis(Command.PERSIST, keyOf(1));
        var _ = REDIS.redis(Command.PERSIST, keyOf(2));

        Stages.eventually(
                this::elapse,
                () -> await(cache.find(1L)) instanceof Cached.Missing
                        && await(cache.find(2L)) instanceof Cached.Missing);

        assertEquals(1, REDIS.redis(Command.EXISTS, keyOf(1)).number());
    }

    @Test
    void aClearLeavesOtherCachesAlone() {
        Cache<Long, Dish> cache = jittered(Duration.ZERO, Duration.ZERO);
        for (long key = 0; key < 30; key++) {
            put(cache, key, Optional.of(RICE));
        }
        String other = RedisKeys.entry(name + "-other", "1");
        var _ = REDIS.redis(Command.SET, other, "{}", "PX", "60000");

        await(cache.clear());

        assertEquals(
                0, REDIS.redis(Command.EXISTS, keyOf(0), keyOf(17), keyOf(29)).number());
        assertEquals(1, REDIS.redis(Command.EXISTS, other).number());
    }

    @Test
    void entriesPutTogetherDoNotEndTogether() {
        Cache<Long, Dish> cache = jittered(Duration.ofSeconds(10), Duration.ofSeconds(30));
        Set<Long> ends = new TreeSet<>();
        for (long key = 0; key < 40; key++) {
            put(cache, key, Optional.of(RICE));
            ends.add(REDIS.redis(Command.PTTL, keyOf(key)).number() / 1000);
        }

        assertTrue(ends.size() > 5, "ends " + ends);
        assertTrue(ends.stream().allMatch(seconds -> seconds >= 125 && seconds <= 150), "ends " + ends);
    }

    @Test
    void anAbsenceAndALeaseHaveAnEndToo() {
        Cache<Long, Dish> cache = jittered(Duration.ZERO, Duration.ZERO);
        put(cache, 1, Optional.empty());
        var _ = await(cache.acquireTicket(2L, 0));

        long absence = REDIS.redis(Command.PTTL, keyOf(1)).number();
        long lease = REDIS.redis(Command.PTTL, RedisKeys.loadTicket(name, "2")).number();

        assertTrue(absence > 0 && absence <= 66_000, "ends in " + absence);
        assertTrue(lease > 0 && lease <= 60_000, "ends in " + lease);
    }
}
