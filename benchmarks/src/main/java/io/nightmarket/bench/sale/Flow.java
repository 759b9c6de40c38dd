package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Accepted and settled: every click a new buyer's, while the writers run. */
final class Flow implements Scenario {
    private static final String WHAT = "accepted and settled, both running";
    private static final double GOAL = 25_000;

    /** Orders a second by which what waits may grow: a hundredth of the goal. */
    private static final double STILL = GOAL / 100;

    private static final Duration LOOK = Duration.ofMillis(250);

    /** A look at the books at a time: orders committed, orders waiting. */
    private record Look(long nanos, long written, long waiting) {
        static double perSecond(long from, long to, Look first, Look last) {
            return (to - from) * 1e9 / Math.max(1, last.nanos() - first.nanos());
        }
    }

    @Override
    public String name() {
        return "flow";
    }

    @Override
    public int steps() {
        return 4;
    }

    /** Gets the way of an order warm, and learns how fast clicks come. */
    static void warmUp(Bench bench) throws IOException, SQLException {
        int length = Math.max(1, bench.seconds() / 2);
        List<Sale> sales = bench.salesFor(length);
        var _ = bench.noteClicks(bench.hit("the sale, warming up", bench.clicks(sales, ""), length));
        bench.step("the warm-up's orders are settled");
        var _ = bench.books().awaitSettled(sales);
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        warmUp(bench);
        int length = 2 * bench.seconds();
        List<Sale> sales = bench.salesFor(length);
        List<Look> looks = new ArrayList<>();
        long begin = System.nanoTime();
        CompletableFuture<Measurement> running = CompletableFuture.supplyAsync(() -> click(bench, sales, length));
        while (!running.isDone()) {
            looks.add(look(bench, sales));
            LockSupport.parkNanos(LOOK.toNanos());
        }
        Measurement clicks = bench.noteClicks(running.join());
        bench.step("what still waits is settled");
        long settled = bench.books().awaitSettled(sales);
        double whole = settled * 1e9 / (System.nanoTime() - begin);
        return outcome(bench, sales, clicks, clicking(looks), whole, settled);
    }

    private static Measurement click(Bench bench, List<Sale> sales, int length) {
        try {
            return bench.hit(WHAT, bench.clicks(sales, ""), length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Look look(Bench bench, List<Sale> sales) throws IOException, SQLException {
        long written = bench.books().written(sales);
        return new Look(System.nanoTime(), written, bench.books().taken(sales) - written);
    }

    /** The looks while there were clicks: wrk makes its requests first. */
    private static List<Look> clicking(List<Look> looks) {
        List<Look> after = looks.stream()
                .dropWhile(look -> look.written() + look.waiting() == 0)
                .toList();
        return after.isEmpty() ? looks : after;
    }

    private Outcome outcome(
            Bench bench, List<Sale> sales, Measurement clicks, List<Look> looks, double whole, long settled)
            throws IOException, SQLException {
        Look first = looks.getFirst();
        Look middle = looks.get(looks.size() / 2);
        Look last = looks.getLast();
        double flow = Look.perSecond(first.written(), last.written(), first, last);
        bench.noteFlow(whole);
        Goal goal = Goal.atLeast(Goal.Measure.VALUE, GOAL);
        List<Line> lines = List.of(
                new Line(
                        WHAT + ": accepted",
                        "orders/s",
                        new Reading(clicks.good() / clicks.seconds(), null, clicks.p50(), clicks.p99()),
                        null),
                new Line(WHAT + ": settled meanwhile", "orders/s", Reading.of(flow), goal),
                new Line(
                        WHAT + ": growth of what waits, second half",
                        "orders/s",
                        Reading.of(Look.perSecond(middle.waiting(), last.waiting(), middle, last)),
                        Goal.below(Goal.Measure.VALUE, STILL)),
                new Line(WHAT + ": waiting at the end", "orders", Reading.of((double) last.waiting()), null),
                new Line("from the first click to the last row", "orders/s", Reading.of(whole), goal));
        return new Outcome(
                lines, notes(name(), clicks, settled), List.of(bench.books().proof(name(), sales, clicks.good())));
    }

    /** That not every click was a new buyer's, if so. */
    static List<String> notes(String name, Measurement clicks, long settled) {
        return clicks.bad() == 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d clicks were refused (%,d orders): take more --users or fewer --seconds.",
                        name,
                        clicks.bad(),
                        clicks.requests(),
                        settled));
    }
}
