package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.OpenSockets.Result;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Half of the peak of the overload, while MySQL stands still for a minute: how soon as much is served as before. */
final class StandstillScenario {
    static final String NAME = "standstill";

    /** Seconds. */
    private static final int BEFORE = 10;

    private static final int STILL = 60;
    private static final int AFTER = 20;
    private static final double BACK = 0.9;
    private static final int SOON = 10;

    private StandstillScenario() {}

    static void run(Bench bench) throws IOException, SQLException {
        ProcessHandle mySql = bench.stage
                .embeddedMySql()
                .orElseThrow(() -> new IOException(NAME + " pauses the embedded database, which is not used"));
        OverloadScenario load = new OverloadScenario(bench, bench.stage.node);
        double rate = load.peak(NAME) / 2;
        CompletableFuture<Boolean> paused = new CompletableFuture<>();
        try {
            Result open =
                    load.measureWith(rate, BEFORE + STILL + AFTER, (long) (rate * BEFORE), paused, () -> pause(mySql));
            var _ = await(paused);
            add(bench, open.goodBySecond());
        } finally {
            // Halted, it could not be stopped.
            Signals.goOn(mySql);
        }
    }

    private static void add(Bench bench, List<Long> good) {
        double before = mean(good.subList(1, BEFORE));
        String served = NAME + ": served ";
        bench.add(served + "before MySQL stands still", "requests/s", Reading.of(before), null);
        bench.add(
                served + "while it does",
                "requests/s",
                new Reading(mean(good.subList(BEFORE, BEFORE + STILL)), before, Double.NaN, Double.NaN),
                null);
        List<Long> after = good.subList(BEFORE + STILL, good.size());
        bench.add(
                NAME + ": until each second serves 0.9 of before again",
                "s",
                Reading.of(1 + lastBelow(after, BACK * before)),
                Goal.below(Measure.VALUE, SOON));
        bench.report.note("%s: good answers in each second: %s.", NAME, good);
    }

    private static boolean pause(ProcessHandle mySql) {
        try {
            Signals.pause(mySql);
            Eventually.rest(Duration.ofSeconds(STILL));
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
