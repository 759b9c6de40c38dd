package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Report;
import io.nightmarket.bench.common.ReportOptions;
import io.nightmarket.bench.common.ServerOptions;
import io.nightmarket.bench.common.Servers;
import io.nightmarket.bench.compare.Comparison.Better;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.nightmarket.testkit.ScratchFolder;
import io.vertx.core.json.JsonObject;
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
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A benchmark of several candidates on the same servers: fresh embedded ones, unless others are given. */
abstract class SideBySide implements Callable<Integer> {
    @Mixin
    ServerOptions options = new ServerOptions();

    @Option(names = "--rounds", description = "rounds of every candidate, alternately (7)")
    private int rounds = 7;

    @Option(names = "--millis", description = "length of a round at most (1500)")
    private int millis = 1_500;

    @Mixin
    private ReportOptions output = new ReportOptions();

    final Report report = new Report();
    private final String bench;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final PrintStream out = System.out;

    SideBySide(String bench) {
        this.bench = bench;
    }

    /**
     * Measures and compares all candidates, and verifies what they promise.
     *
     * @param folder the folder of the servers
     */
    abstract void measure(Servers servers, Path folder) throws IOException;

    @Override
    public final Integer call() throws IOException {
        try (ScratchFolder folder = ScratchFolder.make();
                Servers servers = new Servers(folder.path(), options)) {
            measure(servers, folder.path());
            Environment environment = Environment.here(
                    Instant.now(), Map.of("redis", servers.redisVersion(), "redisson", Servers.redissonVersion()));
            out.println();
            return report.publish(
                    bench,
                    environment,
                    new LinkedHashMap<>(Map.of(
                            bench,
                            new MarkdownTable(
                                    Comparison.HEAD,
                                    comparisons.stream()
                                            .flatMap(Comparison::rows)
                                            .toList()))),
                    new JsonObject()
                            .put(
                                    "comparisons",
                                    comparisons.stream().map(Comparison::toJson).toList()),
                    output);
        }
    }

    /** One round of one candidate. */
    @FunctionalInterface
    interface Workload<C, R> {
        R of(C candidate) throws IOException;
    }

    Duration length() {
        return Duration.ofMillis(millis);
    }

    /**
     * Has candidates run alternately, round by round, so that a slow moment of the machine hits all alike. Before the
     * rounds that count there is one of warm-up.
     */
    <C, R> SequencedMap<C, List<R>> alternately(String name, List<C> candidates, Workload<C, R> measured)
            throws IOException {
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

    /** Adds what the rounds of all candidates brought, one value of each round. */
    <C, R> void compare(
            String name, String unit, Better better, C peer, Map<C, List<R>> rounds, ToDoubleFunction<R> value) {
        SequencedMap<String, List<Double>> figures = new LinkedHashMap<>();
        rounds.forEach((candidate, its) -> figures.put(
                candidate.toString(), its.stream().map(value::applyAsDouble).toList()));
        comparisons.add(new Comparison(name, unit, better, peer.toString(), figures));
    }
}
