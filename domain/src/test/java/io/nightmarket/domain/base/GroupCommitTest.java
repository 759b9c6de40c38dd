package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GroupCommitTest {
    private static final Duration WAIT = Duration.ofNanos(1_000);

    private final List<List<Integer>> calls = new ArrayList<>();
    private final List<CompletableFuture<List<String>>> replies = new ArrayList<>();
    private final GroupCommit<Integer, String> commit = new GroupCommit<>(this::call, 1, 3, 4);

    private CompletionStage<List<String>> call(List<Integer> requests) {
        calls.add(requests);
        CompletableFuture<List<String>> reply = new CompletableFuture<>();
        replies.add(reply);
        return reply;
    }

    private void answer(int number) {
        replies.get(number)
                .complete(calls.get(number).stream().map(String::valueOf).toList());
    }

    @Test
    void whoComesAloneIsSentAtOnceAndThoseWhoComeMeanwhileShareTheNextCalls() {
        List<CompletionStage<String>> asked = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            asked.add(commit.submit(i));
        }
        assertEquals(List.of(List.of(1)), calls);

        answer(0);
        assertEquals(List.of(List.of(1), List.of(2, 3, 4)), calls);
        answer(1);
        answer(2);

        List<String> answers = new ArrayList<>();
        for (CompletionStage<String> one : asked) {
            answers.add(await(one));
        }
        assertEquals(List.of("1", "2", "3", "4", "5"), answers);
        assertEquals(List.of(List.of(1), List.of(2, 3, 4), List.of(5)), calls);
    }

    @Test
    void whoFindsNoRoomIsTurnedAwayAndTheOthersAreServed() {
        CompletionStage<String> first = commit.submit(0);
        for (int i = 1; i <= 4; i++) {
            var _ = commit.submit(i);
        }
        assertInstanceOf(Unavailable.class, failureOf(commit.submit(5)));
        answer(0);
        assertEquals("0", await(first));
    }

    @Test
    void aCallThatFailsFailsThoseItCarriedAndNoOther() {
        CompletionStage<String> first = commit.submit(1);
        CompletionStage<String> second = commit.submit(2);
        TimedOut lost = new TimedOut("as planned");

        replies.getFirst().completeExceptionally(lost);
        answer(1);

        assertSame(lost, failureOf(first));
        assertEquals("2", await(second));
    }

    @Test
    void aCallThatAnswersTooFewIsABug() {
        CompletionStage<String> first = commit.submit(1);
        replies.getFirst().complete(List.of());
        assertInstanceOf(IllegalStateException.class, failureOf(first));
    }

    @Test
    void asManyCallsAsAllowedAreUnderWayAtATime() {
        GroupCommit<Integer, String> two = new GroupCommit<>(this::call, 2, 3, 9);
        List<CompletionStage<String>> asked = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            asked.add(two.submit(i));
        }
        assertEquals(List.of(List.of(1), List.of(2)), calls);

        answer(1);
        assertEquals(List.of(List.of(1), List.of(2), List.of(3, 4, 5)), calls);
        assertEquals("2", await(asked.get(1)));
        answer(0);
        answer(2);
        answer(3);
        assertEquals("6", await(asked.get(5)));

        asked.add(two.submit(7));
        asked.add(two.submit(8));
        asked.add(two.submit(9));
        assertEquals(List.of(List.of(7), List.of(8)), calls.subList(4, 6), "both are free again, and no third");
    }

    private static void advanceTo(ManualTimers timers, long nanos) {
        timers.advance(Duration.ofNanos(nanos - timers.nanoTime()));
    }

    @Test
    void batchesAreMeasuredWithTheWaitOfTheirFirstRequest() {
        ManualTimers timers = new ManualTimers();
        List<List<Long>> sent = new ArrayList<>();
        GroupCommit<Integer, String> timed = new GroupCommit<>(
                this::call, 1, 3, 9, WAIT, timers, (requests, waited) -> sent.add(List.of((long) requests, waited)));
        var _ = timed.submit(0);
        for (long arrival : new long[] {100, 150}) {
            advanceTo(timers, arrival);
            var _ = timed.submit(1);
        }
        advanceTo(timers, 400);
        answer(0);
        assertEquals(List.of(List.of(1L, 0L), List.of(2L, 300L)), sent);
    }

    /** Callers wait for 1,000 ns, and the queue has not been empty since the second request came. */
    @Test
    void whileTheQueueStandsWhatWaitedForHalfOfItsCallersTimeIsNeverSent() {
        ManualTimers timers = new ManualTimers();
        GroupCommit<Integer, String> timed = new GroupCommit<>(this::call, 1, 3, 9, WAIT, timers, BatchMeter.NONE);
        List<CompletionStage<String>> asked = new ArrayList<>();
        for (long arrival : new long[] {0, 0, 600, 601}) {
            advanceTo(timers, arrival);
            asked.add(timed.submit(asked.size()));
        }
        advanceTo(timers, 999);
        answer(0);
        assertEquals(List.of(List.of(0), List.of(1, 2, 3)), calls, "all of a crowd that is served in time");

        for (long arrival : new long[] {1_000, 1_501, 1_502}) {
            advanceTo(timers, arrival);
            asked.add(timed.submit(asked.size()));
        }
        advanceTo(timers, 2_001);
        answer(1);
        assertEquals(List.of(6), calls.getLast());
        for (int late : new int[] {4, 5}) {
            assertTrue(assertInstanceOf(Unavailable.class, failureOf(asked.get(late)))
                    .isOverload());
        }
        advanceTo(timers, 9_000);
        answer(2);
        assertEquals("6", await(asked.get(6)), "what was sent is answered whenever its answer comes");
    }

    @Test
    void whatWaitsBehindACallThatHangsIsRefusedWhenItsCallersLeave() {
        ManualTimers timers = new ManualTimers();
        GroupCommit<Integer, String> timed = new GroupCommit<>(this::call, 1, 3, 9, WAIT, timers, BatchMeter.NONE);
        List<CompletableFuture<String>> asked = new ArrayList<>();
        for (long arrival : new long[] {0, 100, 400}) {
            advanceTo(timers, arrival);
            asked.add(timed.submit(asked.size()).toCompletableFuture());
        }
        assertEquals(1, timers.waiting(), "one timer for all");
        advanceTo(timers, 1_099);
        assertFalse(asked.get(1).isDone());
        advanceTo(timers, 1_100);
        assertTrue(assertInstanceOf(Unavailable.class, failureOf(asked.get(1))).isOverload());
        assertFalse(asked.get(2).isDone());
        advanceTo(timers, 1_400);
        assertInstanceOf(Unavailable.class, failureOf(asked.get(2)));
        assertEquals(0, timers.waiting(), "none while the queue is empty");

        answer(0);
        assertEquals("0", await(asked.getFirst()));
        var _ = timed.submit(9);
        assertEquals(List.of(List.of(0), List.of(9)), calls);
    }

    @Test
    void manyAreRefusedInPortions() {
        ManualTimers timers = new ManualTimers();
        int many = 2 * GroupCommit.REFUSED_AT_ONCE + 1;
        List<Integer> refusedByTask = new ArrayList<>();
        AtomicInteger refused = new AtomicInteger();
        GroupCommit<Integer, String> timed = new GroupCommit<>(
                this::call,
                1,
                3,
                many,
                WAIT,
                Changed.calls(Timers.class, (_, method, arguments) -> {
                    return method.getName().equals("nanoTime")
                            ? timers.nanoTime()
                            : timers.after((Duration) arguments[0], () -> {
                                int before = refused.get();
                                ((Runnable) arguments[1]).run();
                                refusedByTask.add(refused.get() - before);
                            });
                }),
                BatchMeter.NONE);
        for (int i = 0; i <= many; i++) {
            var _ = timed.submit(i).whenComplete((_, failure) -> refused.addAndGet(failure == null ? 0 : 1));
        }
        timers.advance(WAIT);
        assertEquals(List.of(256, 256, 1), refusedByTask);
    }

    /** All threads stand still for an hour between any two looks at the clock. */
    @Test
    void whoComesAloneIsNeverLate() {
        AtomicLong looks = new AtomicLong();
        GroupCommit<Integer, String> timed = new GroupCommit<>(
                this::call,
                1,
                3,
                9,
                WAIT,
                Changed.calls(Timers.class, (_, method, _) -> {
                    assertEquals("nanoTime", method.getName(), "nothing waits");
                    return Duration.ofHours(looks.incrementAndGet()).toNanos();
                }),
                BatchMeter.NONE);
        for (int i = 0; i < 2; i++) {
            CompletionStage<String> asked = timed.submit(i);
            answer(i);
            assertEquals(String.valueOf(i), await(asked));
        }
    }

    @Test
    void ofSeveralThreadsEachGetsTheAnswersToItsOwnRequests() {
        GroupCommit<Integer, String> shared = new GroupCommit<>(
                group -> CompletableFuture.supplyAsync(
                        () -> group.stream().map(String::valueOf).toList()),
                1,
                16,
                10_000);
        List<Integer> _ = atOnce(4, thread -> {
            List<CompletionStage<String>> asked = IntStream.range(1_000 * thread, 1_000 * thread + 1_000)
                    .mapToObj(shared::submit)
                    .toList();
            for (int i = 0; i < asked.size(); i++) {
                assertEquals(String.valueOf(1_000 * thread + i), await(asked.get(i)));
            }
            return CompletableFuture.completedStage(thread);
        });
    }
}
