package io.nightmarket.bootstrap.bench;

import io.nightmarket.bootstrap.bench.Wrk.Measurement;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the sale and the shop against a bare route, side by side in one run, and proves that the books balance. */
@Command(name = "bench", description = "Measures this product on this machine.", mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {
    @Option(names = "--users", description = "distinct buyers (100000)")
    private int users = 100_000;

    @Option(names = "--connections", description = "open connections (128)")
    private int connections = 128;

    @Option(names = "--seconds", description = "length of each timed run (8)")
    private int seconds = 8;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Path folder = Files.createTempDirectory("nightmarket-bench");
        try (Stage stage = Stage.open(folder)) {
            out.printf("Making %,d users with sessions and tokens ...%n", users);
            Path tokens = stage.gather(users);
            Wrk wrk = new Wrk(folder, tokens, connections);
            int warmUp = Math.max(2, seconds / 2);
            var _ = wrk.again(stage.barePort(), "POST", "/bare", warmUp);
            var _ = wrk.once(stage.port(), "GET", "/user/me");
            var _ = wrk.again(stage.port(), "GET", "/shop/1", warmUp);
            measure(stage, wrk);
        } finally {
            delete(folder);
        }
        return 0;
    }

    private void measure(Stage stage, Wrk wrk) throws IOException, InterruptedException, SQLException {
        out.println("| what | requests/s | p50 ms | p99 ms | against bare |");
        out.println("|---|---|---|---|---|");
        Measurement bare = wrk.again(stage.barePort(), "POST", "/bare", seconds);
        row("a bare Vert.x route", bare, bare);
        row("GET /shop/{id}, cached", wrk.again(stage.port(), "GET", "/shop/1", seconds), bare);

        long sale = stage.openSale(2 * users);
        long begin = System.nanoTime();
        Measurement admitted = wrk.once(stage.port(), "POST", "/voucher-order/seckill/" + sale);
        row("POST /voucher-order/seckill/{id}, every buyer new", admitted, bare);
        long rows = stage.awaitSettled(sale);
        double settled = rows / ((System.nanoTime() - begin) / 1e9);

        Measurement again = wrk.again(stage.port(), "POST", "/voucher-order/seckill/" + sale, seconds);
        row("the same, buyers who have bought", again, bare);
        long soldOut = stage.soldOutSale();
        row("the same, sold out", wrk.again(stage.port(), "POST", "/voucher-order/seckill/" + soldOut, seconds), bare);
        out.printf(Locale.ROOT, "%nAccepted and settled: %,d orders at %,.0f a second.%n", rows, settled);
        out.println(stage.proof(sale));
    }

    private void row(String what, Measurement measured, Measurement bare) {
        out.printf(
                Locale.ROOT,
                "| %s | %,.0f | %.2f | %.2f | %.2f |%s%n",
                what,
                measured.rate(),
                measured.p50(),
                measured.p99(),
                measured.rate() / bare.rate(),
                measured.bad() == 0 ? "" : " (" + measured.bad() + " answers were not 2xx)");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
