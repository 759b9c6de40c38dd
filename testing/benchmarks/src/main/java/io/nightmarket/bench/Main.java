package io.nightmarket.bench;

import io.nightmarket.bench.capacity.CapacityCommand;
import io.nightmarket.bench.compare.IdsCommand;
import io.nightmarket.bench.compare.LocksCommand;
import io.nightmarket.bench.compare.QueuesCommand;
import io.nightmarket.bench.sale.SaleCommand;
import java.io.IOException;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * The command line: {@code nightmarket bench}, which measures the sale, {@code bench locks}, {@code ids} and
 * {@code queues}, {@code bench capacity}, which computes, and {@code bench micro}, whose options are those of JMH.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0 && arguments[0].equals("micro")) {
            org.openjdk.jmh.Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
            return;
        }
        System.exit(program().execute(arguments));
    }

    static CommandLine program() {
        return new CommandLine(new SaleCommand())
                .addSubcommand(new LocksCommand())
                .addSubcommand(new IdsCommand())
                .addSubcommand(new QueuesCommand())
                .addSubcommand(new CapacityCommand());
    }
}
