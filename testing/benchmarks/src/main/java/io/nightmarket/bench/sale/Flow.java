package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.sale.Bench.Settled;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Accepted and settled: every click a new buyer's, while the writers run. */
final class Flow {
    static final String NAME = "flow";

    private static final String WHAT = "accepted and settled, both running";
    private static final double GOAL = 25_000;

    /** Orders a second by which what waits may grow: a hundredth of the goal. */
    private static final double STILL = GOAL / 100;

    private static final Duration LOOK = Duration.ofMillis(250);

    private Flow() {}

    /** A look at the ledger at a time: orders committed, orders waiting. */
    private record Look(long nanos, long written, long waiting) {
        static double perSecond(long from, long to, Look first, Look last) {
            return (to - from) * 1e9 / Math.max(1, last.nanos() - first.nanos());
        }
    }

    static void run(Bench bench) throws IOException, SQLException {
        bench.warmUpSale();
        int length = 2 * bench.size.seconds();
        List<Sale> sales = bench.salesFor(length);
        bench.arrive();
        CompletableFuture<Settled> running = CompletableFuture.supplyAsync(() -> {
            try {
                return bench.hitAndSettle(WHAT, sales, length);
            } catch (IOException | SQLException e) {
                throw new CompletionException(e);
            }
        });
        List<Look> looks = new ArrayList<>();
        while (!running.isDone()) {
            long written = bench.stage.ledger.written(sales);
            looks.add(new Look(System.nanoTime(), written, bench.stage.ledger.taken(sales) - written));
            Eventually.rest(LOOK);
        }
        Settled settled = running.join();
        bench.noteFlow(settled.flow());
        add(bench, settled, clicking(looks, length));
        bench.noteRefusals(NAME, settled.clicks(), settled.settled());
        bench.verify(NAME, sales, settled.clicks().good());
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

    private static void add(Bench bench, Settled settled, List<Look> looks) {
        Measurement clicks = settled.clicks();
        Look first = looks.getFirst();
        Look middle = looks.get(looks.size() / 2);
        Look last = looks.getLast();
        Goal goal = Goal.atLeast(Goal.Measure.VALUE, GOAL);
        bench.add(WHAT + ": accepted", "orders/s", clicks.reading(Double.NaN), null);
        bench.add(
                WHAT + ": settled meanwhile",
                "orders/s",
                Reading.of(Look.perSecond(first.written(), last.written(), first, last)),
                goal);
        bench.add(
                WHAT + ": growth of what waits, second half",
                "orders/s",
                Reading.of(Look.perSecond(middle.waiting(), last.waiting(), middle, last)),
                Goal.below(Goal.Measure.VALUE, STILL));
        bench.add(WHAT + ": waiting at the end", "orders", Reading.of((double) last.waiting()), null);
        bench.add("from the first click to the last row", "orders/s", Reading.of(settled.flow()), goal);
    }
}
