package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.TestServers;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers of a Redis whose replies come late, though they do come. */
final class SlowRedisIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHARED = Duration.ofMillis(30);
    private static final ReplyFault LATE = new ReplyFault(ReplyFault.Fate.DELAY, 1, Duration.ofMillis(400));

    private final RealTimers timers = new RealTimers();
    private final CacheBreaker breaker = new CacheBreaker(SHARED, timers::nanoTime, new SecureRandom());

    private ReadThrough<Long, String> reader(Cache<Long, String> shared) {
        NearCache.Times never = new NearCache.Times(Duration.ZERO, Duration.ZERO, HOUR, Duration.ZERO);
        return new ReadThrough<>(
                _ -> CompletableFuture.completedStage(true),
                new NearCache<>(
                        new ConcurrentHashMap<>(),
                        never,
                        new HotKeys(1_000, Duration.ofSeconds(1), timers::nanoTime),
                        timers::nanoTime,
                        Clock.systemUTC()),
                shared,
                new ShieldedLoader<>(
                        key -> CompletableFuture.completedStage(Optional.of("value " + key)),
                        new Bulkhead(8, 100),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Readers.NO_METER,
                        timers,
                        Clock.systemUTC()),
                new ReadThrough.Outputs<>((_, _) -> {}, Readers.noBus(), Readers.NO_METER, (_, _) -> {}),
                new ReadThrough.Policy(
                        RefreshStrategy.MUTEX,
                        SHARED,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1)),
                new ReadThrough.Environment(timers, Clock.systemUTC(), new Random(1)));
    }

    @Test
    void readersAreSparedASlowRedisUntilItIsFastAgain() {
        CacheTimes times = new CacheTimes(HOUR, Duration.ZERO, Duration.ZERO, HOUR, HOUR, Duration.ofSeconds(3));
        try (TcpProxy proxy = new TcpProxy(TestServers.redisUri())) {
            RedisLink link = await(RedisLink.open(
                    REDIS.vertx(),
                    REDIS.vertx().getOrCreateContext(),
                    RedisFixture.settings(proxy.uri()),
                    new Random(1)));
            Cache<Long, String> cache = new RedisCache<>(
                    link,
                    "test-" + UUID.randomUUID(),
                    key -> Long.toString(key),
                    new CacheEntryCodec<>(new TypeReference<String>() {}),
                    times,
                    Clock.systemUTC(),
                    new SecureRandom(),
                    breaker,
                    new BackgroundReleases(timers, new Backoff(new SecureRandom())));
            ReadThrough<Long, String> reader = reader(cache);
            // A slow machine may lose the first store to the time-out.
            Stages.eventually(Stages::pause, () -> {
                assertEquals(Optional.of("value 1"), await(reader.read(1L)).value());
                return !(await(cache.find(1L)) instanceof Cached.Missing);
            });
            assertEquals(BreakerState.CLOSED, breaker.state());

            proxy.inject(LATE);
            for (long key = 0; breaker.state() == BreakerState.CLOSED; key++) {
                assertTrue(key < 1_000, "the breaker opens");
                assertEquals(
                        Optional.of("value " + key), await(reader.read(key)).value());
            }
            assertEquals(Optional.of("value 7"), await(reader.read(7L)).value(), "from the source");

            proxy.heal();
            Stages.eventually(Stages::pause, () -> {
                assertEquals(Optional.of("value 8"), await(reader.read(8L)).value());
                return breaker.state() == BreakerState.CLOSED;
            });
            assertFalse(await(cache.find(1L)) instanceof Cached.Missing);
            await(link.close());
        }
    }
}
