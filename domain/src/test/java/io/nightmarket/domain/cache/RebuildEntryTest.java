package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.memory.InMemoryCache;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RebuildEntryTest {
    private static final Duration PAST_FRESHNESS = Duration.ofMinutes(2);
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final Cache<Long, String> cache = new InMemoryCache<>(clock);
    private final DistributedLock lock = InMemoryLeases.lock(new ManualTimers());
    private final AtomicInteger loads = new AtomicInteger();

    private RebuildEntry<Long, String> rebuilder(CompletionStage<?> before) {
        ReadThrough<Long, String> reader = new ReadThrough<>(
                cache,
                _ -> before.thenApply(_ -> Optional.of("load " + loads.incrementAndGet())),
                _ -> {},
                (_, _) -> {});
        return new RebuildEntry<>(cache, reader, lock, key -> "rebuild:" + key);
    }

    private RebuildEntry<Long, String> rebuilder() {
        return rebuilder(CompletableFuture.completedStage(0));
    }

    private void putStale() {
        await(cache.put(1L, "old"));
        clock.advance(PAST_FRESHNESS);
    }

    @Test
    void aStaleEntryIsRebuilt() {
        putStale();

        assertTrue(await(rebuilder().rebuild(1L)));

        assertEquals(new Cached.Fresh<>("load 1"), await(cache.find(1L)));
    }

    @Test
    void whatIsNotStaleIsLeftAlone() {
        assertFalse(await(rebuilder().rebuild(1L)));
        await(cache.put(1L, "new"));
        assertFalse(await(rebuilder().rebuild(1L)));
        await(cache.putAbsent(2L));
        assertFalse(await(rebuilder().rebuild(2L)));

        assertEquals(0, loads.get());
    }

    @Test
    void aSecondRequestAfterTheRebuildLoadsNothing() {
        putStale();

        assertTrue(await(rebuilder().rebuild(1L)));
        assertFalse(await(rebuilder().rebuild(1L)));

        assertEquals(1, loads.get());
    }

    @Test
    void whileOneRebuildsAnotherLeavesItToThatOne() {
        putStale();
        CompletableFuture<Integer> slow = new CompletableFuture<>();
        CompletionStage<Boolean> first = rebuilder(slow).rebuild(1L);

        assertFalse(await(rebuilder().rebuild(1L)));

        slow.complete(0);
        assertTrue(await(first));
        assertEquals(1, loads.get());
    }
}
