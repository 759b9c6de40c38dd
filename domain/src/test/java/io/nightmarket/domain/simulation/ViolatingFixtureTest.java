package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.simulation.Simulation.Report;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation finds bugs of the usual kind within few schedules. That it finds none without a bug: {@link SimulationTest}. */
@Tag("simulation")
class ViolatingFixtureTest {
    private static final int SCHEDULES = 600;

    /** Some bugs show in one schedule of ten, some in one of hundreds. */
    private static final int MOST_SCHEDULES = 3_000;

    private static final int AT_ONCE = 100;
    private static final int MOST_SIMPLIFIED = 10;

    private static List<Report> broken(ViolatingFixture bug, Kind kind) {
        for (long first = 1; first <= MOST_SCHEDULES; first += AT_ONCE) {
            List<Report> broken = LongStream.range(first, first + AT_ONCE)
                    .parallel()
                    .mapToObj(seed -> Simulation.run(seed, bug))
                    .filter(report -> report.breaks(kind))
                    .toList();
            if (!broken.isEmpty()) {
                return broken;
            }
        }
        return List.of();
    }

    @ParameterizedTest
    @CsvSource({
        "ACKNOWLEDGE_BEFORE_COMMIT, ORDER_LOST",
        "DECREMENT_ON_REPLAY, BOOKS_UNBALANCED",
        "BLAME_THE_ORDER, DEAD_LETTER_WITHOUT_REASON",
        "NO_PROBE, DEAD_LETTER_WITHOUT_REASON",
        "FORGET_RESERVATIONS, NOT_DURABLE",
        "UNCONFIRMED_EPOCH, ORDER_LOST",
        "HASTY_AUDIT, REPAIRED_WITHOUT_REASON",
        "KEEPER_BY_NODE_CLOCK, REMOVED_EARLY"
    })
    void aViolatingFixtureIsFound(ViolatingFixture bug, Kind kind) {
        Report simplest = broken(bug, kind).stream()
                .limit(MOST_SIMPLIFIED)
                .map(report -> Simulation.simplest(report, kind, bug))
                .min(Comparator.comparingInt(report -> report.knobs().size()))
                .orElseThrow(() -> new AssertionError(bug + " was not found in " + MOST_SCHEDULES + " schedules"));
        assertTrue(simplest.breaks(kind));
        System.out.println(bug + ", the simplest of its stories: " + simplest.story());
    }

    /** One that held a key, and releases it after the lease ended, takes it from its present holder. */
    private static LeaseStore careless(LeaseStore careful) {
        Map<String, LeaseRequest> holders = new HashMap<>();
        Set<LeaseRequest> everGranted = new HashSet<>();
        return Changed.calls(LeaseStore.class, (_, method, arguments) -> {
            LeaseRequest request = (LeaseRequest) Objects.requireNonNull(arguments)[0];
            return switch (method.getName()) {
                case "take" ->
                    careful.take(request).thenApply(attempt -> {
                        if (attempt instanceof LeaseStore.Attempt.Granted) {
                            holders.put(request.key(), request);
                            everGranted.add(request);
                        }
                        return attempt;
                    });
                case "release" ->
                    careful.release(
                            everGranted.contains(request) ? holders.getOrDefault(request.key(), request) : request);
                default -> Changed.invoke(careful, method, arguments);
            };
        });
    }

    @Test
    void theReleaseOfALeaseThatExpiredIsFound() {
        assertEquals(List.of(), LockSimulation.broken(SCHEDULES, UnaryOperator.identity()));
        LockSimulation.Report shortest = LockSimulation.broken(SCHEDULES, ViolatingFixtureTest::careless).stream()
                .min(Comparator.comparingInt(report -> report.violations().size()))
                .orElseThrow(() -> new AssertionError("it was not found in " + SCHEDULES + " schedules"));
        assertEquals(Kind.TWO_HOLDERS, shortest.violations().getFirst().kind());
        System.out.println("Release of an expired lease, the shortest of its stories: seed " + shortest.seed() + ", "
                + shortest.violations());
    }
}
