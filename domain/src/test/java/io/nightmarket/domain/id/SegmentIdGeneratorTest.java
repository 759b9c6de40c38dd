package io.nightmarket.domain.id;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SegmentIdGeneratorTest {
    private static final Instant NOON = Instant.parse("2026-06-18T12:00:00Z");
    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryIdSegments segments = new InMemoryIdSegments();

    private SegmentIdGenerator generator(int size) {
        return new SegmentIdGenerator(segments, clock, size);
    }

    @Test
    void idsAscendFromTheFirstNumberOn() {
        SegmentIdGenerator ids = generator(2);

        for (int number = 1; number <= 5; number++) {
            assertEquals(IdLayout.compose(NOON, number), await(ids.next()));
        }
    }

    @Test
    void aThousandIdsCostOneLeaseAtMost() {
        AtomicInteger leases = new AtomicInteger();
        SegmentIdGenerator ids = new SegmentIdGenerator(
                (day, size, above) -> {
                    leases.incrementAndGet();
                    return segments.lease(day, size, above);
                },
                clock,
                10_000);

        for (int i = 0; i < 1_000_000; i++) {
            var _ = await(ids.next());
        }

        assertEquals(101, leases.get(), "one a segment, and one ahead");
    }

    @Test
    void aStoreThatWasSetBackLeasesNothingTwiceToOneGenerator() {
        SegmentIdGenerator ids = generator(10);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertTrue(seen.add(await(ids.next())));
            if (i % 17 == 0) {
                segments.setBack(IdLayout.day(NOON), 0);
            }
        }
    }

    @Test
    void whatWasLeasedOfADayIsKnownAfterTheClockLeftItAndCameBack() {
        SegmentIdGenerator ids = generator(10);
        Set<Long> seen = new HashSet<>();
        assertTrue(seen.add(await(ids.next())));
        clock.advance(Duration.ofDays(1));
        assertTrue(seen.add(await(ids.next())));
        segments.setBack(IdLayout.day(NOON), 0);

        clock.set(NOON);

        for (int i = 0; i < 30; i++) {
            assertTrue(seen.add(await(ids.next())));
        }
    }

    @Test
    void aSegmentLeasedBeforeMidnightIsNotUsedAfterIt() {
        CompletableFuture<Long> slow = new CompletableFuture<>();
        ArrayDeque<CompletionStage<Long>> replies =
                new ArrayDeque<>(List.of(slow, CompletableFuture.completedStage(50L)));
        List<LocalDate> days = new ArrayList<>();
        SegmentIdGenerator ids = new SegmentIdGenerator(
                (day, _, _) -> {
                    days.add(day);
                    return replies.remove();
                },
                clock,
                10);
        CompletionStage<Long> waiting = ids.next();
        Instant tomorrow = NOON.plus(Duration.ofDays(1));
        clock.set(tomorrow);

        slow.complete(1L);

        assertEquals(IdLayout.compose(tomorrow, 50), await(waiting));
        assertEquals(List.of(IdLayout.day(NOON), IdLayout.day(tomorrow)), days);
    }

    @Test
    void callersThatWaitShareOneLease() {
        List<CompletableFuture<Long>> leases = new ArrayList<>();
        SegmentIdGenerator ids = new SegmentIdGenerator(recording(leases), clock, 10);
        CompletionStage<Long> first = ids.next();
        CompletionStage<Long> second = ids.next();
        assertFalse(first.toCompletableFuture().isDone());
        assertEquals(1, leases.size());
        leases.getFirst().complete(1L);
        assertEquals(Set.of(IdLayout.compose(NOON, 1), IdLayout.compose(NOON, 2)), Set.of(await(first), await(second)));
    }

    @Test
    void aFailedLeaseFailsWhoWaitsAndTheNextCallTriesAgain() {
        Unavailable away = new Unavailable("away");
        List<CompletableFuture<Long>> leases = new ArrayList<>();
        SegmentIdGenerator ids = new SegmentIdGenerator(recording(leases), clock, 10);
        List<CompletionStage<Long>> waiting = List.of(ids.next(), ids.next());
        leases.getFirst().completeExceptionally(away);
        waiting.forEach(each -> assertSame(away, failureOf(each)));
        CompletionStage<Long> next = ids.next();
        leases.getLast().complete(1L);
        assertEquals(IdLayout.compose(NOON, 1), await(next));
    }

    @Test
    void aLeaseThatThrowsIsAFailureToo() {
        IllegalStateException bug = new IllegalStateException("as planned");
        SegmentIdGenerator ids = new SegmentIdGenerator(
                (_, _, _) -> {
                    throw bug;
                },
                clock,
                10);

        assertSame(bug, failureOf(ids.next()));
        assertSame(bug, failureOf(ids.next()));
    }

    @Test
    void theLastRunOfADayIsUsedToTheEnd() {
        AtomicLong first = new AtomicLong(IdLayout.MAX_SEQUENCE - 1);
        SegmentIdGenerator ids =
                new SegmentIdGenerator((_, run, _) -> CompletableFuture.completedStage(first.getAndAdd(run)), clock, 2);

        assertEquals(IdLayout.compose(NOON, IdLayout.MAX_SEQUENCE - 1), await(ids.next()));
        assertEquals(IdLayout.compose(NOON, IdLayout.MAX_SEQUENCE), await(ids.next()));
        assertInstanceOf(Unavailable.class, failureOf(ids.next()));
        assertInstanceOf(Unavailable.class, failureOf(ids.next()));
        IdSegments usedUp = (_, _, _) -> CompletableFuture.completedStage(IdLayout.MAX_SEQUENCE - 8);
        assertInstanceOf(Unavailable.class, failureOf(new SegmentIdGenerator(usedUp, clock, 10).next()));
    }

    @Test
    void aClockThatIdsCannotShowIsUnavailable() {
        SegmentIdGenerator ids = generator(10);
        clock.set(Instant.parse("2021-12-31T23:59:59Z"));
        assertInstanceOf(Unavailable.class, failureOf(ids.next()));
        Instant last = IdLayout.EPOCH.plusSeconds(Integer.MAX_VALUE);
        clock.set(last);
        assertEquals(IdLayout.compose(last, 1), await(ids.next()));
        clock.set(last.plusSeconds(1));
        assertInstanceOf(Unavailable.class, failureOf(ids.next()));
    }

    @Test
    void theNextSegmentIsFetchedWhenHalfOfTheFirstIsTaken() {
        List<CompletableFuture<Long>> leases = new ArrayList<>();
        SegmentIdGenerator ids = begun(leases, 10);
        take(ids, 4);
        assertEquals(1, leases.size());

        take(ids, 1);
        assertEquals(2, leases.size());
        take(ids, 4);
        assertEquals(2, leases.size(), "one lease under way is enough");

        leases.getLast().complete(501L);
        assertEquals(
                IdLayout.compose(NOON, 501), ids.next().toCompletableFuture().getNow(0L));
    }

    @Test
    void whoFindsTheSegmentUsedUpWaitsForTheFetchUnderWay() {
        List<CompletableFuture<Long>> leases = new ArrayList<>();
        SegmentIdGenerator ids = begun(leases, 4);
        take(ids, 3);
        CompletionStage<Long> waiting = ids.next();
        assertFalse(waiting.toCompletableFuture().isDone());

        leases.getLast().complete(21L);

        assertEquals(IdLayout.compose(NOON, 21), await(waiting));
        assertEquals(2, leases.size());
    }

    @Test
    void aFetchThatFailedIsRepeatedOnlyWhenNumbersRunOut() {
        List<CompletableFuture<Long>> leases = new ArrayList<>();
        SegmentIdGenerator ids = begun(leases, 10);
        take(ids, 5);
        leases.getLast().completeExceptionally(new Unavailable("away"));

        take(ids, 4);
        assertEquals(2, leases.size());
        CompletionStage<Long> waiting = ids.next();

        assertEquals(3, leases.size());
        leases.getLast().complete(71L);
        assertEquals(IdLayout.compose(NOON, 71), await(waiting));
    }

    @Test
    void aSegmentFetchedBeforeMidnightIsNotUsedAfterIt() {
        SegmentIdGenerator ids = generator(10);
        for (int i = 0; i < 7; i++) {
            var _ = await(ids.next());
        }
        Instant tomorrow = NOON.plus(Duration.ofDays(1));

        clock.set(tomorrow);

        assertEquals(IdLayout.compose(tomorrow, 1), await(ids.next()));
    }

    /** A thread reads the clock and then stands still, while hours pass for others, and a midnight. */
    @Test
    void aPauseAfterTheClockWasReadBringsNoIdTwice() throws InterruptedException {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        AtomicReference<Thread> slow = new AtomicReference<>();
        InstantSource pausing = () -> {
            Instant now = clock.instant();
            if (Thread.currentThread().equals(slow.get())) {
                read.countDown();
                awaitQuietly(resume);
            }
            return now;
        };
        SegmentIdGenerator ids = new SegmentIdGenerator(segments, pausing.withZone(ZoneOffset.UTC), 100);
        Set<Long> seen = new HashSet<>(Set.of(await(ids.next())));
        AtomicLong late = new AtomicLong();
        Thread sleeper = new Thread(() -> late.set(await(ids.next())));
        slow.set(sleeper);
        sleeper.start();
        awaitQuietly(read);
        for (int i = 0; i < 20; i++) {
            clock.advance(Duration.ofHours(1));
            assertTrue(seen.add(await(ids.next())));
        }

        resume.countDown();
        sleeper.join();

        assertEquals(NOON, IdLayout.time(late.get()));
        assertTrue(seen.add(late.get()));
    }

    @Test
    void noMoreWaitThanMayWait() {
        SegmentIdGenerator ids = new SegmentIdGenerator((_, _, _) -> new CompletableFuture<>(), clock, 10);
        for (int i = 0; i < SegmentIdGenerator.MAX_WAITING; i++) {
            assertFalse(ids.next().toCompletableFuture().isDone());
        }

        assertInstanceOf(Unavailable.class, failureOf(ids.next()));
    }

    private static IdSegments recording(List<CompletableFuture<Long>> leases) {
        return (_, _, _) -> {
            CompletableFuture<Long> lease = new CompletableFuture<>();
            leases.add(lease);
            return lease;
        };
    }

    /** A generator whose first lease begins with 1, of which the first id was taken. */
    private SegmentIdGenerator begun(List<CompletableFuture<Long>> leases, int size) {
        SegmentIdGenerator ids = new SegmentIdGenerator(recording(leases), clock, size);
        CompletionStage<Long> first = ids.next();
        leases.getFirst().complete(1L);
        assertEquals(IdLayout.compose(NOON, 1), await(first));
        return ids;
    }

    private static void take(SegmentIdGenerator ids, int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(ids.next().toCompletableFuture().isDone());
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSegmentHoldsAtLeastOneId() {
        assertThrows(IllegalArgumentException.class, () -> generator(0));
    }
}
