package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypesInUseTest {
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final ManualTimers timers = new ManualTimers();
    private final Cache<String, List<Long>> cache = Readers.cache(clock);
    private final List<Long> inUse = new ArrayList<>(List.of(1L));
    private @Nullable CompletableFuture<Optional<List<Long>>> held;
    private boolean away;
    private int loads;
    private int forgotten;

    private final TypesInUse types = new TypesInUse(
            Readers.of(cache, _ -> load(), (_, _) -> {}, clock, timers), this::forget, PATIENCE, timers, clock);

    private CompletionStage<Optional<List<Long>>> load() {
        loads++;
        if (held != null) {
            return held;
        }
        return away
                ? CompletableFuture.failedStage(new Unavailable("away"))
                : CompletableFuture.completedStage(Optional.of(List.copyOf(inUse)));
    }

    private CompletionStage<Void> forget() {
        forgotten++;
        return cache.invalidate(TypesInUse.ALL).thenAccept(_ -> {});
    }

    private boolean mayContain(long type) {
        return isLikely(types.mayContain(type));
    }

    private static boolean isLikely(CompletionStage<ReadResult<Boolean>> answer) {
        return await(answer).value().orElseThrow();
    }

    @Test
    void ofTypesThatNoShopHasOneIsLookedForInAPause() {
        assertTrue(mayContain(1));
        clock.advance(TypesInUse.RETRY_INTERVAL);
        assertEquals(1, loads);
        for (int type = 100; type < 200; type++) {
            assertFalse(mayContain(type));
        }
        assertEquals(2, loads);

        inUse.add(100L);
        assertFalse(mayContain(100), "looked for a moment ago");
        clock.advance(TypesInUse.RETRY_INTERVAL);
        assertTrue(mayContain(100));
        assertEquals(3, loads);
    }

    @Test
    void aCrowdThatAsksAtOnceLooksOnce() {
        assertTrue(mayContain(1));
        clock.advance(TypesInUse.RETRY_INTERVAL);
        held = new CompletableFuture<>();
        List<CompletionStage<ReadResult<Boolean>>> answers =
                IntStream.range(100, 200).mapToObj(types::mayContain).toList();
        held.complete(Optional.of(List.of(1L, 150L)));
        assertEquals(2, loads);
        assertEquals(1, answers.stream().filter(TypesInUseTest::isLikely).count());
    }

    @Test
    void whatCanNotBeToldSoonMayBe() {
        held = new CompletableFuture<>();
        CompletionStage<ReadResult<Boolean>> slow = types.mayContain(7);
        timers.advance(PATIENCE.multipliedBy(2));
        assertTrue(isLikely(slow));
    }

    @Test
    void whatCanNotBeToldMayBe() {
        away = true;
        assertTrue(mayContain(7));
    }

    @Test
    void whatIsKnownCountsWhileNothingNewerCanBeHad() {
        assertTrue(mayContain(1));
        Instant known = clock.instant();
        clock.advance(TypesInUse.RETRY_INTERVAL);
        away = true;
        ReadResult<Boolean> nothing = new ReadResult<>(Optional.of(false), known, true);
        assertEquals(nothing, await(types.mayContain(7)));
        assertEquals(nothing, await(types.mayContain(8)));
        assertEquals(2, loads, "not tried by everybody");
        assertEquals(new ReadResult<>(Optional.of(true), known, false), await(types.mayContain(1)));

        clock.advance(TypesInUse.RETRY_INTERVAL);
        away = false;
        inUse.add(7L);
        assertTrue(mayContain(7));
        assertEquals(3, loads);
    }

    @Test
    void whatIsKnownCountsWhenAnythingNewerTakesLong() {
        assertTrue(mayContain(1));
        clock.advance(TypesInUse.RETRY_INTERVAL);
        held = new CompletableFuture<>();
        CompletionStage<ReadResult<Boolean>> slow = types.mayContain(7);
        timers.advance(PATIENCE);
        assertFalse(isLikely(slow));
        assertTrue(await(slow).stale());
        assertFalse(mayContain(8), "at once");
        assertEquals(2, loads);
    }

    @Test
    void theFirstShopOfATypeIsTold() {
        assertFalse(mayContain(2));
        inUse.add(2L);
        await(types.include(1));
        assertEquals(0, forgotten);
        await(types.include(2));
        assertEquals(1, forgotten);
        assertTrue(mayContain(2));
        await(types.include(2));
        assertEquals(1, forgotten);
    }
}
