package io.nightmarket.bootstrap.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.simulation.Knobs;
import io.nightmarket.domain.simulation.Simulation;
import io.nightmarket.domain.simulation.Simulation.Report;
import io.nightmarket.domain.simulation.Stores;
import io.nightmarket.domain.simulation.ViolatingFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Schedules of {@link Simulation} on Redis and MySQL: the scripts and statements of the product, in virtual time.
 * {@code -Dsimulation.real=N} plays more or fewer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("simulation")
final class RealSimulationIT {
    private static final int SCHEDULES = Integer.getInteger("simulation.real", 200);
    /** One in which a node crashes, and the queue loses everything twice. */
    private static final long EVENTFUL = 8;

    private static final int SOON = 40;
    /** How the seconds of 2036-11-20 begin, by which MySQL numbers epochs. */
    private static final String VIRTUAL = "21107";

    private RealServers servers;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        servers = new RealServers(folder);
    }

    @AfterAll
    void stop() throws IOException {
        servers.close();
    }

    private Report run(long seed) {
        return run(seed, servers::stores);
    }

    private static Report run(long seed, Stores.Maker servers) {
        return Simulation.run(seed, Knobs.of(new SplittableRandom(seed)), ViolatingFixture.NONE, true, servers);
    }

    @Test
    void everyScheduleKeepsThePromises() {
        List<String> broken = LongStream.rangeClosed(1, SCHEDULES)
                .mapToObj(this::run)
                .filter(report -> !report.violations().isEmpty())
                .map(Report::story)
                .limit(3)
                .toList();
        assertTrue(broken.isEmpty(), () -> String.join("\n\n", broken));
    }

    /** By the servers' own clocks no sale of a schedule has begun. */
    @Test
    void theSameSeedBringsTheSameRunInVirtualTime() {
        Report first = run(EVENTFUL);
        Report again = run(EVENTFUL);

        assertEquals(first.digest(), again.digest());
        for (String expected : List.of(
                "admit ! [Accepted",
                "nextEpoch ! Epoch[shard=Shard[number=1], number=" + VIRTUAL,
                "settle ! Settlement[settled=[Purchase")) {
            assertTrue(first.trace().stream().anyMatch(line -> line.contains(expected)), expected);
        }
    }

    /** Units of one adjustment are added twice. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"30 | SISMEMBER', KEYS[3], ARGV[2]) == 1 | SISMEMBER', KEYS[3], ARGV[2]) == 2"})
    void aBugInAScriptIsFound(long seed, String right, String wrong) {
        Stores.Maker odd = servers.withScripts(text -> text.replace(right, wrong));

        assertTrue(LongStream.range(seed, seed + SOON)
                .mapToObj(next -> run(next, odd))
                .anyMatch(report -> !report.violations().isEmpty()));
    }
}
