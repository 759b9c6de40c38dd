package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Comparison;
import io.nightmarket.bench.report.Comparison.Better;
import io.nightmarket.bench.report.Environment;
import io.nightmarket.bench.report.Figure;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Report;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.server.ScratchFolder;
import io.nightmarket.bench.server.ServerOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the sale and the shop against a bare route, side by side in one run, and proves that the books balance. */
@Command(
        name = "nightmarket bench",
        description = "Measures this product on this machine: the sale, unless a command says what else.",
        mixinStandardHelpOptions = true)
public final class SaleCommand implements Callable<Integer> {
    private static final String BARE = "a bare Vert.x route";

    @Option(names = "--users", description = "distinct buyers (200000)")
    private int users = 200_000;

    @Option(names = "--connections", description = "open connections (128)")
    private int connections = 128;

    @Option(names = "--seconds", description = "length of each timed run (8)")
    private int seconds = 8;

    @Mixin
    private ServerOptions servers = new ServerOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
    private @Nullable Path json;

    private final PrintStream out = System.out;

    /** What was hit, and what came of it. */
    private record Row(String what, Measurement measured) {}

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        try (ScratchFolder folder = ScratchFolder.make();
                Stage stage = Stage.open(folder.path(), servers)) {
            out.printf("Making %,d users with sessions and tokens ...%n", users);
            Wrk wrk = new Wrk(folder.path(), stage.gather(users), connections);
            int warmUp = Math.max(2, seconds / 2);
            var _ = wrk.hit(stage.barePort(), "POST", "/bare", warmUp);
            var _ = wrk.hit(stage.port(), "GET", "/shop/1", warmUp);
            var _ = wrk.hit(stage.port(), "POST", click(stage.soldOutSale()), warmUp);
            return measure(stage, wrk) ? 0 : 1;
        }
    }

    private boolean measure(Stage stage, Wrk wrk) throws IOException, InterruptedException, SQLException {
        List<Row> rows = new ArrayList<>();
        out.println("| what | requests/s | p50 ms | p99 ms | against bare |");
        out.println("|---|---|---|---|---|");
        row(rows, BARE, wrk.hit(stage.barePort(), "POST", "/bare", seconds));
        row(rows, "GET /shop/{id}, cached", wrk.hit(stage.port(), "GET", "/shop/1", seconds));

        long sale = stage.openSale(2 * users);
        long begin = System.nanoTime();
        Measurement admitted = wrk.hit(stage.port(), "POST", click(sale), Math.max(1, seconds / 2));
        row(rows, "the sale, every buyer new", admitted);
        long settled = stage.awaitSettled(sale);
        double rate = settled / ((System.nanoTime() - begin) / 1e9);

        row(rows, "the sale, sold out", wrk.hit(stage.port(), "POST", click(stage.soldOutSale()), seconds));
        if (settled < admitted.requests()) {
            out.printf(
                    "%n%,d of %,d clicks were not a new buyer's: take more --users.%n",
                    admitted.requests() - settled, admitted.requests());
        }
        out.printf(
                Locale.ROOT, "%nFrom the first click to the last row: %,d orders at %,.0f a second.%n", settled, rate);
        Proof proof = stage.proof(sale);
        out.println(proof);
        if (json != null) {
            report(rows, rate, proof).write(json);
        }
        return proof.holds();
    }

    private static String click(long sale) {
        return "/voucher-order/seckill/" + sale;
    }

    /** The bare route's comes first. */
    private void row(List<Row> rows, String what, Measurement measured) {
        rows.add(new Row(what, measured));
        out.printf(
                Locale.ROOT,
                "| %s | %,.0f | %.2f | %.2f | %.2f |%s%n",
                what,
                measured.rate(),
                measured.p50(),
                measured.p99(),
                measured.rate() / rows.getFirst().measured().rate(),
                measured.bad() == 0 ? "" : " (" + measured.bad() + " answers were not 2xx)");
    }

    private static Report report(List<Row> rows, double settled, Proof proof) {
        String books = "MySQL's books";
        return new Report(
                "sale",
                Environment.here(Instant.now(), Map.of()),
                List.of(
                        comparison(rows, "requests", "per second", Better.HIGHER, Measurement::rate),
                        comparison(rows, "time to the answer, p50", "ms", Better.LOWER, Measurement::p50),
                        comparison(rows, "time to the answer, p99", "ms", Better.LOWER, Measurement::p99),
                        new Comparison(
                                "orders settled",
                                "per second",
                                Better.HIGHER,
                                books,
                                List.of(new Figure(books, List.of(settled))))),
                List.of(proof));
    }

    private static Comparison comparison(
            List<Row> rows, String name, String unit, Better better, ToDoubleFunction<Measurement> value) {
        List<Figure> figures = rows.stream()
                .map(row -> new Figure(row.what(), List.of(value.applyAsDouble(row.measured()))))
                .toList();
        return new Comparison(name, unit, better, BARE, figures);
    }
}
