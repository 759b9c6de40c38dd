package io.nightmarket.bench.capacity;

import com.google.errorprone.annotations.FormatMethod;
import io.nightmarket.bench.capacity.AdmissionModel.Costs;
import io.nightmarket.bench.capacity.AdmissionModel.Outcome;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says how many nodes, Redis servers and databases a number of buyers takes, from what one request was measured to take. */
@Command(
        name = "capacity",
        description = "Says what a number of buyers a second takes, by simulation of the queues before Redis.",
        mixinStandardHelpOptions = true)
public final class CapacityCommand implements Callable<Integer> {
    /** Queues before a processor that is busier than this grow long. */
    private static final double UTILISATION = 0.6;

    private static final int MAX_SERVERS = 256;
    private static final int BUYERS = 200_000;
    private static final int SEED = 1;
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;

    @Option(names = "--rate", description = "new buyers a second, of all sales (100000)")
    private double rate = 100_000;

    @Option(names = "--node-us", description = "processor of a node for a purchase, in microseconds (40)")
    private double node = 40;

    @Option(names = "--cores", description = "processors of a node (8)")
    private int cores = 8;

    @Option(names = "--redis-us", description = "processor of Redis for an order, in microseconds (11)")
    private double order = 11;

    @Option(names = "--call-us", description = "what Redis takes for a call beside its orders, in microseconds (30)")
    private double call = 30;

    @Option(names = "--sync-ms", description = "how long the disk of Redis takes to sync (0.5)")
    private double sync = 0.5;

    @Option(names = "--network-ms", description = "from a node to Redis and back (0.2)")
    private double network = 0.2;

    @Option(names = "--mysql-us", description = "processor of the database for a settled order, in microseconds (30)")
    private double mysql = 30;

    @Option(names = "--mysql-cores", description = "processors of a database (8)")
    private int mysqlCores = 8;

    @Option(names = "--group", description = "sale.admit-batch (256)")
    private int group = 256;

    @Option(names = "--p99-ms", description = "the longest wait for admission that 99 of 100 buyers may have (50)")
    private double p99 = 50;

    private final PrintStream out = System.out;
    private final PrintStream errors = System.err;

    @Override
    public Integer call() {
        if (Stream.of(rate, node, cores, order, call, sync, network, mysql, mysqlCores, group, p99)
                .anyMatch(given -> given.doubleValue() <= 0)) {
            errors.println("nightmarket: all numbers are more than 0.");
            return CommandLine.ExitCode.USAGE;
        }
        int nodes = whole(rate * node * MICRO / (cores * UTILISATION));
        for (int servers = 1; servers <= MAX_SERVERS; servers *= 2) {
            Outcome outcome = play(nodes, servers);
            boolean suffices = outcome.p99() < p99 * MILLI && outcome.load() < 1;
            say(
                    "Redis servers: %d, busy %.0f %%, p50 %.1f ms, p99 %.1f ms%s",
                    servers,
                    outcome.load() * 100,
                    outcome.p50() / MILLI,
                    outcome.p99() / MILLI,
                    suffices ? "" : ": too few");
            if (suffices) {
                say(
                        "nodes of %d processors: %d, busy %.0f %%",
                        cores, nodes, rate * node * MICRO / nodes / cores * 100);
                say(
                        "databases of %d processors that settle as fast as orders come: %d",
                        mysqlCores, whole(rate * mysql * MICRO / (mysqlCores * UTILISATION)));
                return 0;
            }
        }
        say("no number of Redis servers up to %d suffices", MAX_SERVERS);
        return 1;
    }

    private Outcome play(int nodes, int servers) {
        Costs costs = new Costs(call * MICRO, order * MICRO, sync * MILLI, network * MILLI);
        return new AdmissionModel(costs, nodes, group).play(rate / servers, BUYERS, new Random(SEED));
    }

    private static int whole(double number) {
        return Math.max(1, (int) Math.ceil(number));
    }

    @FormatMethod
    private void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
