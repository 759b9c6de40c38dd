package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.simulation.Simulation.Report;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** {@code -Dsimulation.schedules=N} runs more or fewer, {@code -Dsimulation.seed=S} shows one, step by step. */
class SimulationTest {
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", Suite.pick(500, 10_000));
    private static final int A_FEW = 400;
    private static final int REPEATED = Suite.pick(5, 200);

    private static Report traced(long seed) {
        return Simulation.run(seed, Knobs.of(new SplittableRandom(seed)), ViolatingFixture.NONE, true);
    }

    @Test
    void everyScheduleKeepsThePromises() {
        List<String> broken = LongStream.rangeClosed(1, SCHEDULES)
                .parallel()
                .mapToObj(seed -> Simulation.run(seed, ViolatingFixture.NONE))
                .filter(report -> !report.violations().isEmpty())
                .map(report -> traced(report.seed()).story())
                .limit(3)
                .toList();
        assertTrue(broken.isEmpty(), () -> String.join("\n\n", broken));
    }

    @Test
    @EnabledIfSystemProperty(named = "simulation.seed", matches = "-?\\d+")
    void theScheduleThatIsAskedForKeepsThePromises() {
        Report report = traced(Objects.requireNonNull(Long.getLong("simulation.seed")));
        report.trace().forEach(System.out::println);
        assertEquals(List.of(), report.violations(), report::story);
    }

    @Test
    void theSameSeedBringsTheSameRunAndAnotherSeedAnother() {
        Set<Long> digests = new HashSet<>();
        for (long seed = 1; seed <= REPEATED; seed++) {
            assertEquals(traced(seed).trace(), traced(seed).trace());
            long digest = Simulation.run(seed, ViolatingFixture.NONE).digest();
            assertEquals(digest, Simulation.run(seed, ViolatingFixture.NONE).digest());
            digests.add(digest);
        }
        assertEquals(REPEATED, digests.size());
    }

    /** A simulation in which nothing goes wrong would prove nothing. */
    @Test
    void whatCanGoWrongDoes() {
        List<String> lines = LongStream.rangeClosed(1, A_FEW)
                .parallel()
                .mapToObj(SimulationTest::traced)
                .flatMap(report -> report.trace().stream())
                .toList();
        String fenced = "settle ! " + Conflict.class.getName();
        Stream<String> wanted = Stream.of(
                "crashes",
                "is held",
                "loses everything",
                "is set back",
                "are set back",
                "is restarted",
                "loses an entry",
                "has a damaged entry",
                "is cut off",
                "is replaced by a replica",
                "refuse every order",
                "audit repairs",
                "reenqueue ! 1",
                "letters remove ! true",
                "requestSkip !",
                "purge ! true",
                fenced,
                "release ! true",
                "SoldOut",
                "AlreadyBought",
                "QueueFull");
        Stream<String> fates = Stream.of(Fate.values())
                .filter(fate -> fate != Fate.WELL)
                .flatMap(fate ->
                        Stream.of("admit", "settle", "take", "read", "addUnits").map(call -> call + " ? " + fate));
        Stream.concat(wanted, fates)
                .forEach(what -> assertTrue(lines.stream().anyMatch(line -> line.contains(what)), what));
    }
}
