package io.nightmarket.bench;

import io.nightmarket.bench.id.IdsCommand;
import io.nightmarket.bench.lock.LocksCommand;
import io.nightmarket.bench.queue.QueuesCommand;
import io.nightmarket.bench.sale.SaleCommand;
import picocli.CommandLine;

/**
 * The command line: {@code nightmarket bench}, which measures the sale, and {@code bench locks}, {@code ids}
 * and {@code queues}.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(program().execute(arguments));
    }

    static CommandLine program() {
        return new CommandLine(new SaleCommand())
                .addSubcommand(new LocksCommand())
                .addSubcommand(new IdsCommand())
                .addSubcommand(new QueuesCommand());
    }
}
