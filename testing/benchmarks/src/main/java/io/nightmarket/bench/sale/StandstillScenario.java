package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Half of the overload's peak, while MySQL stands still for up to a minute: how soon as much is served as before. */
final class StandstillScenario {
    static final String NAME = "standstill";

    /** In seconds, as the next three. */
    private static final int BEFORE = 10;

    private static final int LONGEST_STILL = 60;
    private static final int AFTER = 20;
    private static final int SOON = 10;
    private static final int STILL_PER_TIMED_SECOND = 10;
    private static final double BACK = 0.9;

    private StandstillScenario() {}

    static void run(Bench bench) throws IOException, SQLException {
        Optional<ProcessHandle> mySql = bench.stage.embeddedMySql();
        if (mySql.isPresent()) {
            run(bench, mySql.get());
        } else {
            bench.report.note("%s: not run: it halts the process of the embedded database, and there is none.", NAME);
        }
    }

    private static void run(Bench bench, ProcessHandle mySql) throws IOException, SQLException {
        OverloadScenario load = new OverloadScenario(NAME, bench, bench.stage.node);
        double rate = load.peak() / 2;
        int still = Math.min(LONGEST_STILL, STILL_PER_TIMED_SECOND * bench.size.seconds());
        CompletableFuture<Boolean> paused = new CompletableFuture<>();
        try {
            Result open = load.measureWith(
                    rate, BEFORE + still + AFTER, (long) (rate * BEFORE), paused, () -> pause(mySql, still));
            var _ = await(paused);
            add(bench, open.goodBySecond(), BEFORE + still);
        } finally {
            // Halted, it could not be stopped.
            Signals.goOn(mySql);
        }
    }

    /** @param back the second from which on MySQL answers again */
    private static void add(Bench bench, List<Long> good, int back) {
        double before = mean(good.subList(1, BEFORE));
        String served = NAME + ": served ";
        bench.add(served + "before MySQL stands still", "requests/s", Reading.of(before), null);
        bench.add(
                served + "while it does",
                "requests/s",
                new Reading(mean(good.subList(BEFORE, back)), before, Double.NaN, Double.NaN),
                null);
        List<Long> after = good.subList(back, good.size());
        bench.add(
                NAME + ": until each second serves 0.9 of before again",
                "s",
                Reading.of(1 + lastBelow(after, BACK * before)),
                Goal.below(Measure.VALUE, SOON));
        bench.report.note("%s: good answers in each second: %s.", NAME, good);
    }

    private static boolean pause(ProcessHandle mySql, int seconds) {
        try {
            Signals.pause(mySql);
            Eventually.rest(Duration.ofSeconds(seconds));
            Signals.goOn(mySql);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    /** The last of them that is less; -1 when none is. */
    private static int lastBelow(List<Long> counts, double least) {
        int last = counts.size() - 1;
        while (last >= 0 && counts.get(last) >= least) {
            last--;
        }
        return last;
    }

    private static double mean(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).average().orElse(0);
    }
}
