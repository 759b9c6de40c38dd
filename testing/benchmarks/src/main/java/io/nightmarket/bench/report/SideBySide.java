package io.nightmarket.bench.report;

import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A benchmark of several candidates on the same servers: fresh embedded ones, unless others are given. */
public abstract class SideBySide implements Callable<Integer> {
    @Mixin
    protected ServerOptions options = new ServerOptions();

    @Option(names = "--rounds", description = "rounds of every candidate, alternately (7)")
    private int rounds = 7;

    @Option(names = "--millis", description = "length of a round at most (1500)")
    private int millis = 1_500;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
    private @Nullable Path json;

    private final String bench;
    private final PrintStream out = System.out;

    protected SideBySide(String bench) {
        this.bench = bench;
    }

    /** What was measured, and what holds. */
    public record Result(List<Comparison> comparisons, List<Verification> verifications) {}

    /**
     * Measures all candidates.
     *
     * @param folder of the servers
     */
    protected abstract Result measure(Servers servers, Path folder) throws IOException;

    @Override
    public final Integer call() throws IOException {
        try (ScratchFolder folder = ScratchFolder.make();
                Servers servers = Servers.open(folder.path(), options)) {
            Result result = measure(servers, folder.path());
            Environment environment = Environment.here(
                    Instant.now(), Map.of("redis", servers.redisVersion(), "redisson", Servers.redissonVersion()));
            out.println();
            return Report.of(bench, environment, result.comparisons(), result.verifications())
                    .publish(out, json);
        }
    }

    /** One round of one candidate. */
    @FunctionalInterface
    protected interface Workload<C, R> {
        R of(C candidate) throws IOException;
    }

    protected Duration length() {
        return Duration.ofMillis(millis);
    }

    /**
     * Has candidates run alternately, round by round, so that a slow moment of the machine hits all alike. Before the
     * rounds that count there is one of warm-up.
     */
    protected <C extends Candidate, R> SequencedMap<C, List<R>> alternately(
            String name, List<C> candidates, Workload<C, R> measured) throws IOException {
        SequencedMap<C, List<R>> results = new LinkedHashMap<>();
        candidates.forEach(candidate -> results.put(candidate, new ArrayList<>()));
        out.print(name + " ");
        for (int number = 0; number <= Math.max(1, rounds); number++) {
            for (Map.Entry<C, List<R>> entry : results.entrySet()) {
                R result = measured.of(entry.getKey());
                if (number > 0) {
                    entry.getValue().add(result);
                }
                out.print('.');
                out.flush();
            }
        }
        out.println();
        return results;
    }
}
