package io.nightmarket.chaos;

import io.nightmarket.chaos.RunReport.SaleSize;
import io.nightmarket.embedded.LoopbackPort;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plays sales on servers and nodes of its own, breaks something in each, and judges what came of it. */
@Command(
        name = "nightmarket chaos",
        description =
                "Proves the promise: plays sales, breaks what can break, and checks what every buyer was answered.",
        mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {
    private static final int EXIT_BROKEN = 1;
    private static final int MOST_PORT = 65_000;

    /** Clicks that begin in a second: what a small machine can take with all nodes and servers on it. */
    private static final int CLICKS_A_SECOND = 4_000;

    private static final Duration SHORTEST = Duration.ofSeconds(2);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--runs", paramLabel = "N", description = "sales for each fault (1)")
    private int runs = 1;

    @Option(names = "--seed", paramLabel = "N", description = "from which every run is drawn, 0 or more (random)")
    private @Nullable String seed;

    @Option(names = "--fault", split = ",", paramLabel = "NAME", description = "which faults, in this order (all)")
    private List<String> faults = new ArrayList<>();

    @Option(names = "--buyers", paramLabel = "N", description = "who clicks in each sale (20000)")
    private int buyers = SaleSize.USUAL.buyers();

    @Option(names = "--stock", paramLabel = "N", description = "units of each sale (5000)")
    private int stock = SaleSize.USUAL.stock();

    @Option(names = "--port", paramLabel = "PORT", description = "of the first node, the second on the next (any free)")
    private int port;

    @Option(names = "--json", paramLabel = "FILE", description = "write the report there, too")
    private @Nullable Path json;

    @Option(names = "--redis", hidden = true)
    private @Nullable String redis;

    @Option(names = "--mysql", hidden = true)
    private @Nullable String mysql;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, SQLException {
        check();
        CampaignReport report = play(
                faults.isEmpty()
                        ? List.of(Fault.values())
                        : faults.stream()
                                .map(Fault::of)
                                .flatMap(Optional::stream)
                                .toList(),
                seed == null ? new SecureRandom().nextLong() & Long.MAX_VALUE : Long.parseLong(seed));
        report.print(out);
        if (json != null) {
            report.write(json);
        }
        return report.isClean() ? 0 : EXIT_BROKEN;
    }

    /** Refuses in a sentence what can't be played. */
    private void check() {
        check(
                redis == null && mysql == null,
                "chaos kills servers, so it plays with its own alone: leave out --redis and --mysql.");
        for (String name : faults) {
            check(
                    Fault.of(name).isPresent(),
                    "there is no fault \"" + name + "\": there are "
                            + Arrays.stream(Fault.values()).map(Fault::written).collect(Collectors.joining(", "))
                            + '.');
            check(
                    Collections.frequency(faults, name) == 1,
                    "the fault \"" + name + "\" is named twice: --runs plays it more than once.");
        }
        check(
                seed == null || isSeed(seed),
                "\"" + seed + "\" is no seed: a seed is a whole number from 0 to " + Long.MAX_VALUE + '.');
        check(runs >= 1 && buyers >= 1 && stock >= 1, "runs, buyers and stock are 1 or more.");
        check(port >= 0 && port <= MOST_PORT, "a port is a number from 1 to " + MOST_PORT + '.');
        check(
                json == null || isWritable(json),
                "the report can't be written to " + json + ": there is no such folder.");
        for (int one = port; port > 0 && one < port + Stage.NODES; one++) {
            check(LoopbackPort.isFree(one), "port " + one + " is in use: name another with --port, or leave it out.");
        }
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), otherwise);
        }
    }

    private static boolean isSeed(String text) {
        try {
            return Long.parseLong(text) >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isWritable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder != null && folder.toFile().isDirectory() && !file.toFile().isDirectory();
    }

    private CampaignReport play(List<Fault> chosen, long first) throws IOException, SQLException {
        Progress progress = Progress.ofThisProcess(1 + runs * chosen.size());
        progress.step("starting servers and nodes; seed " + first);
        List<RunReport> reports = new ArrayList<>();
        Queue<Turn> turns = new ArrayDeque<>();
        for (Fault fault : chosen) {
            // The first run has the given seed itself, so that any run can be repeated alone.
            SplittableRandom seeds = new SplittableRandom(first);
            for (int run = 0; run < runs; run++) {
                turns.add(new Turn(fault, run, run == 0 ? first : seeds.nextLong() & Long.MAX_VALUE));
            }
        }
        try {
            while (!turns.isEmpty()) {
                try (Stage stage = new Stage(buyers, port, done -> progress.detail("making users: " + done))) {
                    playOn(stage, turns, progress, reports);
                }
            }
        } finally {
            progress.end();
        }
        return new CampaignReport(first, environment(), reports);
    }

    private record Turn(Fault fault, int run, long seed) {}

    /** Until all are played, or one breaks off: it is unknown what that left on the stage. */
    private void playOn(Stage stage, Queue<Turn> turns, Progress progress, List<RunReport> reports) {
        Scenario play = new Scenario(stage, new SaleSize(buyers, stock), spread());
        boolean goesOn = true;
        while (goesOn && !turns.isEmpty()) {
            Turn turn = turns.remove();
            progress.step(turn.fault().written() + ", run " + (turn.run() + 1) + ", seed " + turn.seed());
            RunReport report = play.run(turn.fault(), turn.seed());
            reports.add(report);
            goesOn = !report.brokeOff();
        }
    }

    private Duration spread() {
        Duration spread = Duration.ofMillis(1_000L * buyers / CLICKS_A_SECOND);
        return spread.compareTo(SHORTEST) < 0 ? SHORTEST : spread;
    }

    private Environment environment() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("buyers", Integer.toString(buyers));
        parts.put("stock", Integer.toString(stock));
        parts.put("runs", Integer.toString(runs));
        return Environment.here(Instant.now(), parts);
    }
}
