package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BulkheadTest {
    private final List<Integer> begun = new ArrayList<>();
    private final List<CompletableFuture<Integer>> works = new ArrayList<>();
    private final Bulkhead bulkhead = new Bulkhead(2, 3);

    private CompletableFuture<Integer> run(int number) {
        CompletableFuture<Integer> work = new CompletableFuture<>();
        works.add(work);
        return bulkhead.run(() -> {
                    begun.add(number);
                    return work;
                })
                .toCompletableFuture();
    }

    @Test
    void soManyAreUnderWayAndTheNextBeginInOrderAsPlacesAreFreed() {
        List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            outcomes.add(run(i));
        }
        assertEquals(List.of(0, 1), begun);

        works.get(1).complete(1);
        assertEquals(List.of(0, 1, 2), begun);
        assertEquals(1, await(outcomes.get(1)));
        assertFalse(outcomes.getFirst().isDone());

        works.get(0).complete(0);
        works.get(2).complete(2);
        assertEquals(List.of(0, 1, 2, 3, 4), begun);
        works.get(3).complete(3);
        works.get(4).complete(4);
        for (int i = 0; i < 5; i++) {
            assertEquals(i, await(outcomes.get(i)));
        }
        var _ = run(5);
        var _ = run(6);
        var _ = run(7);
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), begun, "both places are free again, and no third");
    }

    @Test
    void whoFindsNoRoomFailsAtOnceAndBeginsNothing() {
        for (int i = 0; i < 5; i++) {
            var _ = run(i);
        }
        assertRefusedUnderOverload(run(5));

        works.getFirst().complete(0);

        CompletableFuture<Integer> next = run(6);
        assertFalse(next.isDone(), "there is room again");
        for (int i : new int[] {1, 2, 3, 4, 6}) {
            works.get(i).complete(i);
        }
        assertEquals(6, await(next));
        assertEquals(List.of(0, 1, 2, 3, 4, 6), begun);
    }

    private static void assertRefusedUnderOverload(CompletionStage<?> outcome) {
        assertTrue(assertInstanceOf(Unavailable.class, failureOf(outcome)).isOverload());
    }

    @Test
    void whatWaitedForAsLongAsItsCallersIsRefusedAndNeverBegins() {
        ManualTimers timers = new ManualTimers();
        Bulkhead one = new Bulkhead(1, 9);
        CompletableFuture<Integer> first = new CompletableFuture<>();
        var _ = one.run(() -> first, Duration.ofSeconds(1), timers);
        CompletionStage<Integer> late = one.run(() -> run(1), Duration.ofSeconds(1), timers);
        timers.advance(Duration.ofSeconds(1));
        first.complete(0);
        assertRefusedUnderOverload(late);
        assertEquals(List.of(), begun);
    }

    /** All threads stand still for an hour between any two looks at the clock. */
    @Test
    void whoComesAloneIsNeverLate() {
        AtomicInteger looks = new AtomicInteger();
        Timers jumping = Changed.calls(Timers.class, (_, method, _) -> {
            assertEquals("nanoTime", method.getName(), "no timer is needed");
            return Duration.ofHours(looks.incrementAndGet()).toNanos();
        });
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    1, await(bulkhead.run(() -> CompletableFuture.completedStage(1), Duration.ofSeconds(1), jumping)));
        }
    }

    /** Four at a time, half a second each, for readers who wait a second and a half: eight a second, of twelve who come. */
    @Test
    void aLineThatIsTooLongStillServesAsManyAsCanBe() {
        Bulkhead four = new Bulkhead(4, 100);
        ManualTimers timers = new ManualTimers();
        Duration waitTimeout = Duration.ofMillis(1_500);
        AtomicInteger answered = new AtomicInteger();
        for (int second = 0; second < 20; second++) {
            for (int i = 0; i < 12; i++) {
                CompletionStage<Void> turn = four.run(() -> timers.pause(Duration.ofMillis(500)), waitTimeout, timers);
                var _ = Deadlines.within(turn, waitTimeout, timers, () -> new TimedOut("left"))
                        .thenRun(answered::incrementAndGet);
                timers.advance(Duration.ofSeconds(1).dividedBy(12));
            }
        }
        assertTrue(answered.get() > 20 * 8 * 0.9, answered + " answers");
    }

    @Test
    void aCrowdThatIsServedInTimeIsServedWhole() {
        Bulkhead four = new Bulkhead(4, 100);
        ManualTimers timers = new ManualTimers();
        Duration waitTimeout = Duration.ofMillis(1_500);
        List<CompletionStage<Void>> answers = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            answers.add(four.run(() -> timers.pause(Duration.ofMillis(100)), waitTimeout, timers));
        }
        timers.advance(Duration.ofMillis(1_200));
        answers.forEach(answer -> await(answer));
    }

    @Test
    void whoWillNotWaitBeginsAtOnceOrNotAtAll() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletionStage<Integer> outcome = bulkhead.runIfFree(() -> first).orElseThrow();
        var _ = run(1);
        assertEquals(Optional.empty(), bulkhead.runIfFree(() -> run(2)), "both places are taken");
        CompletableFuture<Integer> waiting = run(3);
        assertEquals(List.of(1), begun);

        first.complete(0);
        assertEquals(0, await(outcome));
        assertEquals(List.of(1, 3), begun, "its place goes to whoever waits");
        works.forEach(work -> work.complete(7));
        assertEquals(7, await(waiting));
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    8,
                    await(bulkhead.runIfFree(() -> CompletableFuture.completedStage(8))
                            .orElseThrow()));
        }
    }

    @Test
    void workThatFailsOrThrowsFreesItsPlace() {
        Bulkhead one = new Bulkhead(1, 0);
        TimedOut slow = new TimedOut("as planned");
        IllegalStateException bug = new IllegalStateException("as planned");
        for (int i = 0; i < 3; i++) {
            assertSame(slow, failureOf(one.run(() -> CompletableFuture.failedStage(slow))));
            assertSame(bug, failureOf(one.run(() -> {
                throw bug;
            })));
        }
        assertEquals(1, await(one.run(() -> CompletableFuture.completedStage(1))));
    }

    @Test
    void whoHearsAnOutcomeFindsThePlaceFree() {
        Bulkhead one = new Bulkhead(1, 0);
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletionStage<Integer> both =
                one.run(() -> first).thenCompose(a -> one.run(() -> CompletableFuture.completedStage(a + 1)));
        first.complete(1);
        assertEquals(2, await(both));
    }

    @Test
    void thousandsThatEndAtOnceDoNotPileUpOnTheStack() {
        int many = 100_000;
        Bulkhead one = new Bulkhead(1, many);
        AtomicInteger done = new AtomicInteger();
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletionStage<Integer> held = one.run(() -> first);
        List<CompletionStage<Integer>> queued = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            queued.add(one.run(() -> CompletableFuture.completedStage(done.incrementAndGet())));
        }
        assertEquals(0, done.get());

        first.complete(0);

        assertEquals(0, await(held));
        for (int i = 0; i < many; i++) {
            assertEquals(i + 1, await(queued.get(i)));
        }
    }

    @Test
    void severalThreadsNeverHaveMoreUnderWay() {
        Bulkhead two = new Bulkhead(2, 10_000);
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> outcomes = atOnce(8, _ -> {
            CompletionStage<Integer> all = CompletableFuture.completedStage(0);
            for (int i = 0; i < 500; i++) {
                CompletionStage<Integer> one = two.run(() -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    return CompletableFuture.supplyAsync(() -> {
                        underWay.decrementAndGet();
                        return 1;
                    });
                });
                all = all.thenCombine(one, Integer::sum);
            }
            return all;
        });
        assertEquals(List.of(500, 500, 500, 500, 500, 500, 500, 500), outcomes);
        assertTrue(most.get() <= 2, "at most " + most.get());
    }

    @Test
    void aBulkheadLetsSomethingThrough() {
        assertThrows(IllegalArgumentException.class, () -> new Bulkhead(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Bulkhead(1, -1));
    }

    /** Three kinds, of which the first fills the slots; the others get one call each, and the rest by arrival. */
    @Test
    void aCallOfEachKindMayBeUnderWayBeyondTheLimit() {
        ManualTimers timers = new ManualTimers();
        Bulkhead shared = new Bulkhead(2, 100);
        List<String> order = new ArrayList<>();
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (String kind : List.of("a1", "a2", "a3", "b1", "b2", "c1", "a4", "b3")) {
            var _ = shared.run(
                    kind.substring(0, 1),
                    () -> {
                        order.add(kind);
                        calls.add(new CompletableFuture<>());
                        return calls.getLast();
                    },
                    Duration.ofHours(1),
                    timers);
        }
        assertEquals(List.of("a1", "a2", "b1", "c1"), order);

        calls.get(0).complete(null);
        calls.get(2).complete(null);
        assertEquals(List.of("a1", "a2", "b1", "c1", "b2"), order, "the limit is exceeded by one of a kind only");
        calls.get(1).complete(null);
        assertEquals(List.of("a1", "a2", "b1", "c1", "b2", "a3"), order);
        for (int i = 3; i < 8; i++) {
            calls.get(i).complete(null);
        }
        assertEquals(List.of("a1", "a2", "b1", "c1", "b2", "a3", "a4", "b3"), order);
    }

    @Test
    void whereTheQueueIsFullACallOfAnotherKindBeginsAllTheSame() {
        ManualTimers timers = new ManualTimers();
        Bulkhead one = new Bulkhead(1, 0);
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = new CompletableFuture<>();
        var _ = one.run("a", () -> first, Duration.ofHours(1), timers);
        var _ = one.run("b", () -> second, Duration.ofHours(1), timers);

        for (String kind : List.of("a", "b")) {
            assertInstanceOf(
                    Unavailable.class, failureOf(one.run(kind, () -> first, Duration.ofHours(1), timers)), kind);
        }
        assertEquals(Optional.empty(), one.runIfFree(() -> first));
        second.complete(2);
        assertEquals(3, await(one.run("b", () -> CompletableFuture.completedStage(3), Duration.ofHours(1), timers)));
        first.complete(1);
    }
}
