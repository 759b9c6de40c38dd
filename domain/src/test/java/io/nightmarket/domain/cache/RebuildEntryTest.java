package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RebuildEntryTest {
    private static final Duration PAST_FRESHNESS = Duration.ofMinutes(2);
    private final ManualClock clock = new ManualClock(Instant.EPOCH.plusSeconds(1));
    private final ManualTimers timers = new ManualTimers();
    private final Cache<Long, String> cache = Readers.cache(clock);
    private final DistributedLock lock = InMemoryLeases.lock(timers);
    private final AtomicInteger loads = new AtomicInteger();

    private RebuildEntry<Long, String> rebuilder(CompletionStage<?> before) {
        ReadThrough<Long, String> reader = Readers.of(
                cache,
                _ -> before.thenApply(_ -> Optional.of("load " + loads.incrementAndGet())),
                (_, _) -> {},
                clock,
                timers);
        return new RebuildEntry<>(reader, lock, key -> "rebuild:" + key);
    }

    private RebuildEntry<Long, String> rebuilder() {
        return rebuilder(CompletableFuture.completedStage(0));
    }

    /** Answers the version of the entry. */
    private long putStale() {
        var granted = assertInstanceOf(Claim.Granted.class, await(cache.claim(1L, 0)));
        long version = clock.millis();
        assertEquals(
                Cache.Put.KEPT, await(cache.put(1L, new Loaded<>(Optional.of("old"), version, 1), granted.lease())));
        clock.advance(PAST_FRESHNESS);
        return version;
    }

    private String value() {
        return (String)
                assertInstanceOf(Cached.Fresh.class, await(cache.find(1L))).value();
    }

    @Test
    void aStaleEntryIsRebuilt() {
        long stale = putStale();

        assertTrue(await(rebuilder().rebuild(1L, stale)));

        assertEquals("load 1", value());
    }

    @Test
    void aSecondRequestAfterTheRebuildLoadsNothing() {
        long stale = putStale();

        assertTrue(await(rebuilder().rebuild(1L, stale)));
        assertFalse(await(rebuilder().rebuild(1L, stale)));

        assertEquals(1, loads.get());
    }

    @Test
    void whileOneRebuildsAnotherLeavesItToThatOne() {
        long stale = putStale();
        CompletableFuture<Integer> slow = new CompletableFuture<>();
        CompletionStage<Boolean> first = rebuilder(slow).rebuild(1L, stale);

        assertFalse(await(rebuilder().rebuild(1L, stale)));

        slow.complete(0);
        assertTrue(await(first));
        assertEquals(1, loads.get());
    }
}
