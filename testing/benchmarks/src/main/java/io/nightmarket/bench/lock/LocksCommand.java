package io.nightmarket.bench.lock;

import io.nightmarket.bench.lock.Discipline.Lap;
import io.nightmarket.bench.report.Comparison;
import io.nightmarket.bench.report.Comparison.Better;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Report;
import io.nightmarket.bench.report.Rounds;
import io.nightmarket.bench.report.RunOptions;
import io.nightmarket.bench.server.Peer;
import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures locks against those of Redisson, on one Redis in one run, and proves that each had one holder at a time. Those
 * on MySQL take part for information.
 */
@Command(
        name = "locks",
        description = "Measures locks side by side with those of Redisson.",
        mixinStandardHelpOptions = true)
public final class LocksCommand implements Callable<Integer> {
    private static final int MANY_KEYS = 64;
    private static final int WAITERS = 32;
    private static final Duration NO_WAIT = Duration.ZERO;
    private static final Duration LONG_WAIT = Duration.ofSeconds(60);

    @Mixin
    private ServerOptions options = new ServerOptions();

    @Mixin
    private RunOptions runs = new RunOptions();

    private final PrintStream out = System.out;
    private final Discipline alone = new Discipline("take and release, one after the other", 1, 1, NO_WAIT);
    private final Discipline fenced = new Discipline("the same with a fencing token", 1, 1, NO_WAIT);
    private final Discipline many =
            new Discipline("take and release on " + MANY_KEYS + " keys at once", MANY_KEYS, MANY_KEYS, NO_WAIT);
    private final Discipline queue = new Discipline("one key, " + WAITERS + " waiters", WAITERS, 1, LONG_WAIT);
    private final List<Comparison> comparisons = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        try (ScratchFolder folder = ScratchFolder.make();
                Servers servers = Servers.openBoth(folder.path(), options);
                Contestants contestants = new Contestants(servers)) {
            measure(contestants);
            Environment environment = Environment.here(
                    Instant.now(), Map.of("redis", servers.redisVersion(), "redisson", Peer.version()));
            return runs.tell(new Report("locks", environment, comparisons, List.of(counted(), exclusive())), out);
        }
    }

    private void measure(Contestants contestants) throws IOException {
        Contestant ours = contestants.ours();
        Contestant redisson = contestants.redisson();
        Contestant rows = contestants.oursOnRows();
        Contestant connections = contestants.oursOnConnections();
        var _ = rates(alone, redisson, List.of(ours, redisson, rows, connections));
        Contestant token = contestants.redissonFenced();
        var _ = rates(fenced, token, List.of(ours, token));
        var _ = rates(many, redisson, List.of(ours, redisson, rows, connections));
        var handOvers = rates(queue, redisson, List.of(ours, redisson, contestants.redissonFair()));
        for (double percentile : List.of(50.0, 99.0)) {
            String name =
                    String.format(Locale.ROOT, "%s: from a release to the next start, p%.0f", queue.name(), percentile);
            comparisons.add(Comparison.of(
                    name,
                    "ms",
                    Better.LOWER,
                    redisson,
                    handOvers,
                    Contestant::name,
                    lap -> lap.idleMillis(percentile)));
        }
    }

    private SequencedMap<Contestant, List<Lap>> rates(Discipline discipline, Contestant peer, List<Contestant> all)
            throws IOException {
        Rounds rounds = runs.rounds(out);
        var laps = rounds.run(discipline.name(), all, contestant -> discipline.lap(contestant, runs.round()));
        comparisons.add(
                Comparison.of(discipline.name(), "per second", Better.HIGHER, peer, laps, Contestant::name, Lap::rate));
        return laps;
    }

    private List<Discipline> disciplines() {
        return List.of(alone, fenced, many, queue);
    }

    private Proof counted() {
        long holds = disciplines().stream().mapToLong(Discipline::holds).sum();
        long counted = disciplines().stream().mapToLong(Discipline::counted).sum();
        return new Proof(
                String.format(Locale.ROOT, "%,d holds counted %,d under the locks.", holds, counted),
                holds > 0 && holds == counted);
    }

    private Proof exclusive() {
        long clashes = disciplines().stream().mapToLong(Discipline::clashes).sum();
        return new Proof(
                String.format(Locale.ROOT, "%,d times two holders at once, or a token that did not grow.", clashes),
                clashes == 0);
    }
}
