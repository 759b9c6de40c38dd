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
    @Option(names = "--users", description = "distinct buyers (200000)")
    private int users = 200_000;

    @Option(names = "--connections", description = "open connections (128)")
    private int connections = 128;

    @Option(names = "--seconds", description = "length of each timed run (8)")
    private int seconds = 8;

    @Option(names = "--redis", paramLabel = "URI", description = "a Redis for this run alone (embedded)")
    private String redis = "";

    @Option(names = "--mysql", paramLabel = "URI", description = "an empty database for this run alone (embedded)")
    private String mysql = "";

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Path folder = Files.createTempDirectory("nightmarket-bench");
        try (Stage stage = Stage.open(folder, redis, mysql)) {
            out.printf("Making %,d users with sessions and tokens ...%n", users);
            Wrk wrk = new Wrk(folder, stage.gather(users), connections);
            int warmUp = Math.max(2, seconds / 2);
            var _ = wrk.hit(stage.barePort(), "POST", "/bare", warmUp);
            var _ = wrk.hit(stage.port(), "GET", "/shop/1", warmUp);
            var _ = wrk.hit(stage.port(), "POST", click(stage.soldOutSale()), warmUp);
            measure(stage, wrk);
        } finally {
            delete(folder);
        }
        return 0;
    }

    private void measure(Stage stage, Wrk wrk) throws IOException, InterruptedException, SQLException {
        out.println("| what | requests/s | p50 ms | p99 ms | against bare |");
        out.println("|---|---|---|---|---|");
        Measurement bare = wrk.hit(stage.barePort(), "POST", "/bare", seconds);
        row("a bare Vert.x route", bare, bare);
        row("GET /shop/{id}, cached", wrk.hit(stage.port(), "GET", "/shop/1", seconds), bare);

        long sale = stage.openSale(2 * users);
        long begin = System.nanoTime();
        Measurement admitted = wrk.hit(stage.port(), "POST", click(sale), Math.max(1, seconds / 2));
        row("the sale, every buyer new", admitted, bare);
        long rows = stage.awaitSettled(sale);
        double settled = rows / ((System.nanoTime() - begin) / 1e9);

        row("the sale, sold out", wrk.hit(stage.port(), "POST", click(stage.soldOutSale()), seconds), bare);
        if (rows < admitted.requests()) {
            out.printf(
                    "%n%,d of %,d clicks were not a new buyer's: take more --users.%n",
                    admitted.requests() - rows, admitted.requests());
        }
        out.printf(
                Locale.ROOT, "%nFrom the first click to the last row: %,d orders at %,.0f a second.%n", rows, settled);
        out.println(stage.proof(sale));
    }

    private static String click(long sale) {
        return "/voucher-order/seckill/" + sale;
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
