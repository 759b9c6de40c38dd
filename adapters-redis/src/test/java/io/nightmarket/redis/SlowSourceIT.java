package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.HotKeys;
import io.nightmarket.domain.cache.NearCache;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.domain.cache.ShieldedLoader;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes on one Redis, neither of which hears of the other, and a source that takes most of a reader's time. */
final class SlowSourceIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration HARD = Duration.ofSeconds(6);
    private static final List<Duration> LATENCIES =
            List.of(Duration.ofMillis(3_200), Duration.ofMillis(3_800), Duration.ofMillis(4_400));

    /** A key whose load takes no time. */
    private static final long PROMPT = -1;

    private final String name = "test-" + UUID.randomUUID();
    private final RealTimers timers = new RealTimers();
    private final AtomicInteger loads = new AtomicInteger();

    private CompletionStage<Optional<String>> load(Long key) {
        if (key == PROMPT) {
            return CompletableFuture.completedStage(Optional.of("prompt"));
        }
        loads.incrementAndGet();
        return timers.pause(LATENCIES.get(key.intValue())).thenApply(_ -> Optional.of("value " + key));
    }

    private ReadThrough<Long, String> node() {
        Cache<Long, String> shared = new RedisCache<>(
                REDIS.link(),
                name,
                key -> Long.toString(key),
                new CacheEntryCodec<>(new TypeReference<String>() {}),
                new CacheTimes(HOUR, Duration.ZERO, Duration.ZERO, HOUR, HOUR, HARD.multipliedBy(2)),
                Clock.systemUTC(),
                new SecureRandom(),
                new CacheBreaker(HARD, timers::nanoTime, new SecureRandom()),
                new BackgroundReleases(timers, new Backoff(new SecureRandom())));
        return new ReadThrough<>(
                _ -> CompletableFuture.completedStage(true),
                new NearCache<>(
                        new ConcurrentHashMap<>(),
                        new NearCache.Times(HOUR, HOUR, HOUR, HOUR),
                        new HotKeys(1_000, HOUR, timers::nanoTime),
                        timers::nanoTime,
                        Clock.systemUTC()),
                shared,
                new ShieldedLoader<>(
                        this::load, new Bulkhead(8, 100), HARD, HARD, Readers.NO_METER, timers, Clock.systemUTC()),
                new ReadThrough.Outputs<>((_, _) -> {}, Readers.noBus(), Readers.NO_METER, (_, _) -> {}),
                new ReadThrough.Policy(RefreshStrategy.MUTEX, HARD, HARD, HARD, Duration.ofSeconds(1)),
                new ReadThrough.Environment(timers, Clock.systemUTC(), new Random(1)));
    }

    @Test
    void whatOneNodeLoadsSlowlyIsTheAnswerOfBoth() {
        List<CompletionStage<ReadResult<String>>> readings = new ArrayList<>();
        List<ReadThrough<Long, String>> nodes = List.of(node(), node());
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
