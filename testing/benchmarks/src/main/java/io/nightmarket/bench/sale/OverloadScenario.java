package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenSockets.Call;
import io.nightmarket.testnode.NodeProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Purchases of new buyers and some reads, at rates up to three times what is borne, by the open model. */
final class OverloadScenario {
    static final String NAME = "overload";
    private static final int BUY = 0;
    private static final int READ = 1;

    /** Each of this number of requests is a read. */
    private static final int READS = 10;

    private static final int CLOSED_CONNECTIONS = 256;

    /** A request holds a connection until its answer; further requests wait as in the backlog of a socket, or are not sent. */
    private static final int OPEN_CONNECTIONS = 4_000;

    private static final int BACKLOG = 1_000;

    private static final int MOST_WARM_UPS = 8;
    private static final double STEADY = 1.05;
    private static final int STEADY_RUNS = 2;

    private static final double[] LOADS = {0.5, 1, 3};

    /** A closed loop has found its peak by then. */
    private static final int LONGEST_SEARCH = 8;

    private final String name;
    private final Bench bench;
    private final NodeProcess node;
    private final HttpRequests clicks;
    private final ByteBuffer read =
            HttpRequests.get("/shop/" + NodeProcess.SHOP.value()).bytes();
    /** Seconds of a processor for a request that is served, where none is refused. */
    private double served;

    /** That the node took in the last run. */
    private double nodeSeconds;

    OverloadScenario(String name, Bench bench, NodeProcess node) throws IOException {
        this.name = name;
        this.bench = bench;
        this.node = node;
        this.clicks = new HttpRequests(bench.stage.tokens(Long.MAX_VALUE));
    }

    static void run(Bench bench) throws IOException, SQLException {
        new OverloadScenario(NAME, bench, bench.stage.node).run();
    }

    private void run() throws IOException, SQLException {
        double peak = peak();
        for (double load : LOADS) {
            String what = String.format(Locale.ROOT, "overload: at %.1f of the peak, open model", load);
            Result open = measure(OPEN_CONNECTIONS, load * peak, bench.size.seconds());
            add(what, load, open, peak);
        }
    }

    /** Requests a second that a closed loop is served. */
    double peak() throws IOException, SQLException {
        bench.warmUpSale();
        Result closed = closed();
        double peak = closed.rate(BUY) + closed.rate(READ);
        bench.add(
                name + ": the peak, closed loop of 256 connections",
                "requests/s",
                new Reading(peak, Double.NaN, closed.millis(BUY, 50), closed.millis(BUY, 99)),
                null);
        return peak;
    }

    /** The best run. They are repeated until two in a row are less than 5 % faster: a node that compiles has no peak yet. */
    private Result closed() throws IOException, SQLException {
        int seconds = Math.min(LONGEST_SEARCH, bench.size.seconds());
        Result best = measure(CLOSED_CONNECTIONS, OpenLoad.CLOSED, seconds);
        int steady = 0;
        for (int i = 0; i < MOST_WARM_UPS && steady < STEADY_RUNS; i++) {
            Result next = measure(CLOSED_CONNECTIONS, OpenLoad.CLOSED, seconds);
            double gain = next.rate(BUY) / best.rate(BUY);
            best = gain > 1 ? next : best;
            steady = gain < STEADY ? steady + 1 : 0;
        }
        if (steady < STEADY_RUNS) {
            bench.report.note("%s: the peak of %d runs may still have been rising.", name, MOST_WARM_UPS + 1);
        }
        return best;
    }

    private void add(String what, double load, Result open, double peak) {
        boolean beyond = load > 1;
        Goal goodput = beyond ? Goal.atLeast(Measure.RATIO, 0.9) : null;
        Goal soon = beyond ? Goal.below(Measure.P99, 50) : null;
        bench.add(
                what + ": answered within two seconds",
                "requests/s",
                new Reading(open.goodput(), peak, open.millis(BUY, 50), open.millis(BUY, 99)),
                goodput);
        bench.add(
                what + ": reads among them",
                "requests/s",
                new Reading(open.rate(READ), Double.NaN, open.millis(READ, 50), open.millis(READ, 99)),
                soon);
        double refused = open.refused() / open.seconds();
        bench.add(
                what + ": refused",
                "requests/s",
                new Reading(
                        refused,
                        Double.NaN,
                        open.refusals().getValueAtPercentile(50) / 1e6,
                        open.refusals().getValueAtPercentile(99) / 1e6),
                null);
        bench.report.note(
                "%s: %,d requests had another answer, %,d were not sent; %.1f s of the node's processor time.",
                what, open.other(), open.notSent(), nodeSeconds);
        long good = open.good(BUY) + open.good(READ);
        if (open.refused() == 0) {
            served = nodeSeconds / good;
        } else if (served > 0) {
            bench.report.note(
                    "%s: a served request costs %.1f us of the node, at most %.1f us are left for each refusal.",
                    what, served * 1e6, Math.max(0, nodeSeconds - served * good) / open.refused() * 1e6);
        }
    }

    private Result measure(int connections, double rate, int seconds) throws IOException, SQLException {
        return measure(connections, rate, seconds, _ -> {});
    }

    /**
     * A load by the open model, beside which something is done from the request of this number on.
     *
     * @param done what came of that
     */
    <T> Result measureWith(double rate, int seconds, long first, CompletableFuture<T> done, Supplier<T> beside)
            throws IOException, SQLException {
        return measure(OPEN_CONNECTIONS, rate, seconds, number -> {
            if (number == first) {
                var _ = done.completeAsync(beside);
            }
        });
    }

    /** @param sending learns the number of each request before it is sent */
    private Result measure(int connections, double rate, int seconds, LongConsumer sending)
            throws IOException, SQLException {
        List<Sale> sales = bench.stage.openSales((int) (rate * seconds / clicks.users()) + 1, 2L * bench.size.users());
        bench.arrive();
        bench.step(String.format(Locale.ROOT, "%s: %,.0f requests a second (%d s)", name, rate, seconds));
        Result result;
        try (OpenSockets sockets = new OpenSockets(node.port(), connections)) {
            // The node takes connections only now.
            var _ = sockets.run(new Plan(connections, Duration.ofSeconds(1), connections), _ -> read());
            double before = processorTime();
            result = sockets.run(
                    new Plan(rate, Duration.ofSeconds(seconds), rate == OpenLoad.CLOSED ? connections : BACKLOG),
                    calls(sales, sending));
            nodeSeconds = processorTime() - before;
        }
        bench.step(name + ": what still waits is settled");
        var _ = bench.stage.ledger.awaitSettled(sales);
        bench.verify(name, sales, result.good(BUY));
        return result;
    }

    private LongFunction<Call> calls(List<Sale> sales, LongConsumer sending) {
        LongFunction<Call> purchases =
                clicks.posts(sales.stream().map(Sale::path).toList());
        return number -> {
            sending.accept(number);
            return number % READS == 0 ? read() : purchases.apply(number);
        };
    }

    private Call read() {
        return new Call(read.duplicate(), READ);
    }

    private double processorTime() {
        return node.handle().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }
}
