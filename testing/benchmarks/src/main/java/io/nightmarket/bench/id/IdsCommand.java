package io.nightmarket.bench.id;

import io.nightmarket.bench.id.Draw.Lap;
import io.nightmarket.bench.report.Comparison;
import io.nightmarket.bench.report.Comparison.Better;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Report;
import io.nightmarket.bench.report.RunOptions;
import io.nightmarket.bench.server.Peer;
import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the making of ids against Redisson's and a plain counter, on one Redis in one run, and that all differ. */
@Command(
        name = "ids",
        description = "Measures ids side by side with those of Redisson and of a plain counter.",
        mixinStandardHelpOptions = true)
public final class IdsCommand implements Callable<Integer> {
    @Mixin
    private ServerOptions options = new ServerOptions();

    @Mixin
    private RunOptions runs = new RunOptions();

    @Option(names = "--ids", description = "ids that each of two threads draws in a round at most (1000000)")
    private int ids = 1_000_000;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException {
        try (ScratchFolder folder = ScratchFolder.make();
                Servers servers = Servers.open(folder.path(), options);
                Contestants contestants = new Contestants(servers)) {
            Contestant redisson = contestants.redisson();
            List<Contestant> all =
                    List.of(contestants.oursPerLoop(), contestants.oursShared(), redisson, contestants.increments());
            Draw draw = new Draw(ids);
            var laps = runs.rounds(out).run("ids", all, contestant -> draw.lap(contestant, runs.round()));
            Environment environment = Environment.here(
                    Instant.now(), Map.of("redis", servers.redisVersion(), "redisson", Peer.version()));
            List<Comparison> comparisons = List.of(
                    Comparison.of("ids", "per second", Better.HIGHER, redisson, laps, Contestant::name, Lap::rate),
                    Comparison.of(
                            "round trips to Redis",
                            "per 1,000 ids",
                            Better.LOWER,
                            redisson,
                            laps,
                            Contestant::name,
                            Lap::roundTripsPerThousand));
            return runs.tell(new Report("ids", environment, comparisons, List.of(proof(draw))), out);
        }
    }

    private static Proof proof(Draw draw) {
        long count = draw.count();
        long duplicates = draw.duplicates();
        return new Proof(
                String.format(Locale.ROOT, "%,d ids, %,d of them a second time.", count, duplicates),
                count > 0 && duplicates == 0);
    }
}
