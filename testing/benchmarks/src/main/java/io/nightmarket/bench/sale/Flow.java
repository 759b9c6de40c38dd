package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Bench.Settled;
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
        return 6;
    }

    /** Gets the way of an order warm, and learns how fast clicks come. */
    static void warmUp(Bench bench) throws IOException, SQLException {
        int length = Math.max(1, bench.seconds() / 2);
        List<Sale> sales = bench.salesFor(length);
        var _ = bench.hitAndSettle("the sale, warming up", sales, length);
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        warmUp(bench);
        int length = 2 * bench.seconds();
        List<Sale> sales = bench.salesFor(length);
        bench.arrive();
        CompletableFuture<Settled> running = CompletableFuture.supplyAsync(() -> click(bench, sales, length));
        List<Look> looks = new ArrayList<>();
        while (!running.isDone()) {
            looks.add(look(bench, sales));
            LockSupport.parkNanos(LOOK.toNanos());
        }
        Settled settled = running.join();
        bench.noteFlow(settled.flow());
        return outcome(bench, sales, settled, clicking(looks, length));
    }

    private static Settled click(Bench bench, List<Sale> sales, int length) {
        try {
            return bench.hitAndSettle(WHAT, sales, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Look look(Bench bench, List<Sale> sales) throws IOException, SQLException {
        long written = bench.books().written(sales);
        return new Look(System.nanoTime(), written, bench.books().taken(sales) - written);
    }

    /** The looks while there were clicks: from the first order on, for as long as wrk clicks. */
    private static List<Look> clicking(List<Look> looks, int length) {
        List<Look> begun = looks.stream()
                .dropWhile(look -> look.written() + look.waiting() == 0)
                .toList();
        long begin = begun.isEmpty() ? 0 : begun.getFirst().nanos();
        List<Look> clicking = begun.stream()
                .takeWhile(look ->
                        look.nanos() - begin <= Duration.ofSeconds(length).toNanos())
                .toList();
        return clicking.isEmpty() ? List.of(looks.getLast()) : clicking;
    }

    private Outcome outcome(Bench bench, List<Sale> sales, Settled settled, List<Look> looks)
            throws IOException, SQLException {
        Measurement clicks = settled.clicks();
        Look first = looks.getFirst();
        Look middle = looks.get(looks.size() / 2);
        Look last = looks.getLast();
        double flow = Look.perSecond(first.written(), last.written(), first, last);
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
                new Line("from the first click to the last row", "orders/s", Reading.of(settled.flow()), goal));
        return new Outcome(
                lines,
                notes(name(), clicks, settled.settled()),
                List.of(bench.books().proof(name(), sales, clicks.good())));
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
