package io.nightmarket.bench.queue;

import io.nightmarket.bench.report.Comparison;
import io.nightmarket.bench.report.Comparison.Better;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Report;
import io.nightmarket.bench.report.RunOptions;
import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures this product's queues beside plainer ones on the same orders, and finds out which clauses of the contract each
 * keeps: the plainer ones break just those that they are known to break, and ours none. Servers that were given are not
 * killed, and what that would show is taken as known.
 */
@Command(
        name = "queues",
        description = "Measures queues of orders side by side, kills what holds them, and names what each can't do.",
        mixinStandardHelpOptions = true)
public final class QueuesCommand implements Callable<Integer> {
    @Mixin
    private ServerOptions options = new ServerOptions();

    @Mixin
    private RunOptions runs = new RunOptions();

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException {
        try (ScratchFolder folder = ScratchFolder.make();
                Servers servers = Servers.openBoth(folder.path(), options);
                Contestants contestants = new Contestants(servers)) {
            Race race = new Race();
            var laps =
                    runs.rounds(out).run("orders", contestants.all(), contestant -> race.lap(contestant, runs.round()));
            Comparison rates = Comparison.of(
                    "orders in groups of " + Race.GROUP + ", put in, consumed and acknowledged",
                    "per second",
                    Better.HIGHER,
                    contestants.peer(),
                    laps,
                    Contestant::name,
                    Double::doubleValue);
            Environment environment = Environment.here(Instant.now(), Map.of("redis", servers.redisVersion()));
            List<Proof> proofs = new ArrayList<>();
            proofs.add(new Proof(
                    String.format(Locale.ROOT, "%,d orders, each consumed once.", race.consumed()),
                    race.consumed() > 0));
            proofs.addAll(
                    tryOut(contestants, new Trial(race), new Kill(folder.path().resolve(Path.of("data", "servers")))));
            return runs.tell(new Report("queues", environment, List.of(rates), proofs), out);
        }
    }

    /** Everything else comes before the first kill, after which a server may take its time. */
    private List<Proof> tryOut(Contestants contestants, Trial trial, Kill kill) throws IOException {
        boolean ownServers = options.redis().isEmpty() && options.mysql().isEmpty();
        List<Trial.Verdict> verdicts = new ArrayList<>();
        for (Contestant contestant : contestants.all()) {
            verdicts.add(trial.of(contestant));
        }
        List<Proof> proofs = new ArrayList<>();
        for (Trial.Verdict verdict : verdicts) {
            boolean killable = ownServers || verdict.contestant().holder().isEmpty();
            Trial.Verdict whole = killable ? trial.with(verdict, kill) : verdict.withDurabilityAsKnown();
            proofs.add(new Proof(whole.toString(), whole.isAsKnown()));
        }
        return proofs;
    }
}
