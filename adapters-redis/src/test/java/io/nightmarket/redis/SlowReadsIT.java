package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.TestServers;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers where Redis or the source is slow, though both do answer. */
final class SlowReadsIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHARED = Duration.ofMillis(30);
    private static final ReplyFault LATE = new ReplyFault(ReplyFault.Fate.DELAY, 1, Duration.ofMillis(400));

    private static final Duration HARD = Duration.ofSeconds(6);
    private static final List<Duration> LATENCIES =
            List.of(Duration.ofMillis(3_200), Duration.ofMillis(3_800), Duration.ofMillis(4_400));

    /** A key whose load takes no time. */
    private static final long PROMPT = -1;

    private final AtomicInteger loads = new AtomicInteger();

    private final RealTimers timers = new RealTimers();
    private final CacheBreaker breaker = new CacheBreaker(SHARED, timers::nanoTime, new SecureRandom());

    /** One node. The shared cache is waited for so long, and a load for so long. */
    private ReadThrough<Long, String> node(
            Cache<Long, String> shared,
            Function<Long, CompletionStage<Optional<String>>> source,
            Duration forShared,
            Duration forLoad) {
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
                        source, new Bulkhead(8, 100), forLoad, forLoad, Readers.NO_METER, timers, Clock.systemUTC()),
                new ReadThrough.Outputs<>((_, _) -> {}, Readers.noBus(), Readers.NO_METER, (_, _) -> {}),
                new ReadThrough.Policy(RefreshStrategy.MUTEX, forShared, forLoad, forLoad, Duration.ofSeconds(1)),
                new ReadThrough.Environment(timers, Clock.systemUTC(), new Random(1)));
    }

    private static Cache<Long, String> cache(RedisLink link, String name, Duration ticketTtl, CacheBreaker breaker) {
        CacheTimes times = new CacheTimes(HOUR, Duration.ZERO, Duration.ZERO, HOUR, HOUR, ticketTtl);
        return RedisFixture.cache(link, name, new TypeReference<>() {}, times, breaker);
    }

    @Test
    void readersAreSparedASlowRedisUntilItIsFastAgain() {
        try (TcpProxy proxy = new TcpProxy(TestServers.redisUri())) {
            RedisLink link = REDIS.open(RedisFixture.settings(proxy.uri()));
            Cache<Long, String> cache = cache(link, "test-" + UUID.randomUUID(), Duration.ofSeconds(3), breaker);
            ReadThrough<Long, String> reader = node(
                    cache,
                    key -> CompletableFuture.completedStage(Optional.of("value " + key)),
                    SHARED,
                    Duration.ofSeconds(5));
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

    private CompletionStage<Optional<String>> load(Long key) {
        if (key == PROMPT) {
            return CompletableFuture.completedStage(Optional.of("prompt"));
        }
        loads.incrementAndGet();
        return timers.pause(LATENCIES.get(key.intValue())).thenApply(_ -> Optional.of("value " + key));
    }

    /** Two nodes, neither of which hears of the other, and a source that takes most of a reader's time. */
    @Test
    void whatOneNodeLoadsSlowlyIsTheAnswerOfBoth() {
        CacheBreaker patient = new CacheBreaker(HARD, timers::nanoTime, new SecureRandom());
        Cache<Long, String> shared = cache(REDIS.link(), "test-" + UUID.randomUUID(), HARD.multipliedBy(2), patient);
        List<CompletionStage<ReadResult<String>>> readings = new ArrayList<>();
        List<ReadThrough<Long, String>> nodes =
                List.of(node(shared, this::load, HARD, HARD), node(shared, this::load, HARD, HARD));
        nodes.forEach(node ->
                assertEquals(Optional.of("prompt"), await(node.read(PROMPT)).value()));
        for (ReadThrough<Long, String> node : nodes) {
            for (long key = 0; key < LATENCIES.size(); key++) {
                readings.add(node.read(key));
            }
        }

        for (int i = 0; i < readings.size(); i++) {
            assertEquals(
                    Optional.of("value " + i % LATENCIES.size()),
                    await(readings.get(i)).value());
        }
        assertEquals(LATENCIES.size(), loads.get());
    }
}
