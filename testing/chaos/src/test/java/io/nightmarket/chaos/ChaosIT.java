package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.RunReport.SaleSize;
import io.nightmarket.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each fault once, in a small sale. What many runs of large ones find is on the page of figures. */
@Tag("chaos")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ChaosIT {
    private static final int BUYERS = 2_000;
    private static final int STOCK = 500;
    private static final Duration SPREAD = Duration.ofSeconds(2);
    private static final long SEED = 1;
    private static final Duration CLEARED = Duration.ofSeconds(20);

    private Stage stage;

    @BeforeAll
    void open() throws Exception {
        stage = new Stage(BUYERS, 0, _ -> {});
    }

    @AfterAll
    void close() {
        stage.close();
        assertEquals(List.of(), processesOn(stage.folder), "left behind");
        // A process that was killed counts as alive until the system has cleared it away.
        boolean _ = Eventually.within(CLEARED, () -> descendants().isEmpty());
        assertEquals(List.of(), descendants(), "left behind");
        assertFalse(Files.exists(stage.folder), "left behind");
    }

    private static List<String> processesOn(Path folder) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    private static List<String> descendants() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .map(process -> process.info().commandLine().orElse("process " + process.pid()))
                .toList();
    }

    @ParameterizedTest
    @Timeout(300)
    @EnumSource
    void whatIsPromisedIsKept(Fault fault) {
        RunReport report = new Scenario(stage, new SaleSize(BUYERS, STOCK), SPREAD).run(fault, SEED);
        ByteArrayOutputStream stories = new ByteArrayOutputStream();
        report.printViolations(new PrintStream(stories, true, StandardCharsets.UTF_8));
        assertTrue(report.isClean(), () -> stories.toString(StandardCharsets.UTF_8));
        assertTrue(report.tally().answered() > STOCK / 2, () -> "hardly a sale: " + report.tally());
    }
}
