package io.nightmarket.domain.id;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids of several nodes under clocks that jump and leases that fail, come late or lose their replies. */
final class UniqueIdsTest {
    private static final Instant BEFORE_MIDNIGHT = Instant.parse("2026-06-18T23:59:50Z");
    private static final Instant MIDNIGHT = Instant.parse("2026-06-19T00:00:00Z");
    private static final int STEPS = 2_000;
    private static final int NODES = 3;

    static Stream<Long> seeds() {
        return IntStream.rangeClosed(1, Suite.pick(20, 100)).mapToObj(Long::valueOf);
    }

    /** Leases from a counter that never goes back, over a network that does all that networks do. */
    private static final class Network implements IdSegments {
        private final IdSegments counter = new InMemoryIdSegments();
        private final Deque<Runnable> late = new ArrayDeque<>();
        private final Random random;

        Network(Random random) {
            this.random = random;
        }

        @Override
        public CompletionStage<Long> lease(LocalDate day, int size, long above) {
            return switch (random.nextInt(5)) {
                case 0 -> CompletableFuture.failedStage(new Unavailable("no connection"));
                case 1 ->
                    counter.lease(day, size, above)
                            .thenCompose(_ -> CompletableFuture.failedStage(new TimedOut("lost")));
                case 2, 3 -> {
                    CompletableFuture<Long> answer = new CompletableFuture<>();
                    late.add(() -> answer.complete(Stages.await(counter.lease(day, size, above))));
                    yield answer;
                }
                default -> counter.lease(day, size, above);
            };
        }

        void deliver() {
            Runnable answer = late.poll();
            if (answer != null) {
                answer.run();
            }
        }
    }

    /** Mostly small steps in both directions, sometimes hours: near midnight either may change the day. */
    private static void move(ManualClock clock, Random random) {
        switch (random.nextInt(10)) {
            case 0 -> clock.advance(Duration.ofSeconds(random.nextInt(-12, 13)));
            case 1 -> clock.advance(Duration.ofMillis(random.nextInt(-3_000, 3_001)));
            case 2 ->
                clock.advance(random.nextInt(20) == 0 ? Duration.ofHours(random.nextInt(-30, 31)) : Duration.ZERO);
            default -> {}
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noIdIsMadeTwiceWhateverClocksAndNetworkDo(long seed) {
        Random random = new Random(seed);
        ManualClock[] clocks = new ManualClock[NODES];
        SegmentIdGenerator[] nodes = new SegmentIdGenerator[NODES];
        Network network = new Network(random);
        for (int i = 0; i < NODES; i++) {
            clocks[i] = new ManualClock(BEFORE_MIDNIGHT);
            nodes[i] = new SegmentIdGenerator(network, clocks[i], random.nextInt(1, 20));
        }
        List<CompletionStage<Long>> drawn = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            int node = random.nextInt(NODES);
            move(clocks[node], random);
            if (random.nextInt(3) == 0) {
                network.deliver();
            }
            drawn.add(nodes[node].next());
        }

        Set<Long> ids = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        for (CompletionStage<Long> one : drawn) {
            CompletableFuture<Long> id = one.toCompletableFuture();
            if (id.isCompletedExceptionally()) {
                assertInstanceOf(DomainFailure.class, DomainFailure.causeOf(id.exceptionNow()));
            } else if (id.isDone()) {
                assertTrue(ids.add(id.join()), () -> "made twice: " + id.join());
                assertTrue(numbers.add(IdLayout.day(IdLayout.time(id.join())) + ":" + IdLayout.sequence(id.join())));
            }
        }
        assertTrue(ids.size() > STEPS / 4, () -> "only " + ids.size() + " ids of " + STEPS);
    }

    /** Two ids of one day have different numbers, and so differ. */
    @Test
    void sixteenThreadsOnTwoNodesMakeNoIdTwice() throws InterruptedException {
        int threads = 8;
        int each = Suite.pick(100_000, 1_000_000);
        InMemoryIdSegments segments = new InMemoryIdSegments();
        ManualClock clock = new ManualClock(BEFORE_MIDNIGHT);
        long[] made = new long[2 * threads * each];
        List<SegmentIdGenerator> nodes = Stream.generate(() -> new SegmentIdGenerator(segments, clock, 10_000))
                .limit(2)
                .toList();
        List<Thread> running = IntStream.range(0, 2 * threads)
                .mapToObj(number -> Thread.ofPlatform().start(() -> {
                    SegmentIdGenerator ids = nodes.get(number % 2);
                    for (int i = 0; i < each; i++) {
                        if (number < 2 && i % 10_000 == 0) {
                            clock.advance(Duration.ofSeconds(number == 0 ? 7 : -6));
                        }
                        long id = ids.next().toCompletableFuture().join();
                        long day = IdLayout.time(id).isBefore(MIDNIGHT) ? 1 : 2;
                        made[number * each + i] = day << 32 | IdLayout.sequence(id);
                    }
                }))
                .toList();
        for (Thread one : running) {
            one.join();
        }
        Arrays.sort(made);
        for (int i = 1; i < made.length; i++) {
            assertTrue(made[i - 1] < made[i], "a number was made twice, or not at all");
        }
    }
}
