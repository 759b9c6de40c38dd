package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** A storm of requests for shops that do not exist, each for another one, so that no cache is of use. */
final class UnknownShops implements Scenario {
    private static final String WHAT = "GET /shop/{id} of unknown ids";

    /** So many requests make a storm, at least. */
    private static final int STORM = 100_000;

    /** wrk makes the requests beforehand and keeps them in memory. */
    private static final int MOST = 1_000_000;

    /** So long the node's chores are counted while nobody asks. */
    private static final Duration REST = Duration.ofSeconds(2);

    /** So many seconds are enough, however slow the machine: then there are fewer requests. */
    private static final int LONGEST = 60;

    /** The run is faster than its warm-up. */
    private static final double MARGIN = 2;

    /** A hundredth of the requests. */
    private static final double GOAL = 1;

    /** Above all ids there are. */
    private long next = 5_000_000_000L;

    @Override
    public String name() {
        return "unknown-shops";
    }

    @Override
    public int steps() {
        return 5;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        bench.step("the filter of shops is built");
        bench.stage().city().settle();
        String answer = bench.stage().read(path(next++));
        Proof told = new Proof(name() + ": a reader before the run was answered " + answer, Seen.isNoShop(answer));
        double rate = bench.hit(WHAT + ", warming up", fresh(STORM), Math.max(1, bench.seconds() / 2))
                .rate();
        int length = lengthOf(rate, bench.seconds());
        Target storm = fresh(idsFor(rate, length));
        Storm seen = new Storm(bench, storm, length);
        Pair pair = bench.besideBare(storm, seen::hit);
        double share = 100.0 * seen.selects / pair.measured().requests();
        return Outcome.of(
                List.of(
                        new Line(WHAT, "requests/s", pair.reading(), null),
                        new Line(
                                WHAT + ": reached MySQL, with all else that was read there",
                                "% of requests",
                                Reading.of(share),
                                Goal.below(Goal.Measure.VALUE, GOAL))),
                List.of(told, pair.allAnswered(name()), reached(pair.measured(), storm, seen)));
    }

    /** Counts what MySQL is asked meanwhile, by its own count. */
    private static final class Storm {
        private final Bench bench;
        private final Target target;
        private final int length;
        private long selects;
        private long chores;

        Storm(Bench bench, Target target, int length) {
            this.bench = bench;
            this.target = target;
            this.length = length;
        }

        Measurement hit() throws IOException, SQLException {
            long before = bench.stage().selects();
            Measurement measured = bench.hit(WHAT, target, length);
            long after = bench.stage().selects();
            selects = after - before;
            chores = choresSince(after, measured.seconds());
            return measured;
        }

        /** SELECTs of so much time in which nobody asks. */
        private long choresSince(long before, double seconds) throws SQLException {
            long begin = System.nanoTime();
            LockSupport.parkNanos(REST.toNanos());
            long atRest = bench.stage().selects() - before;
            return Math.round(atRest * seconds * 1e9 / (System.nanoTime() - begin));
        }
    }

    /**
     * So many seconds that there are enough requests, at this rate or a slightly lower one; a machine that stalled while the
     * rate was taken makes no run of hours.
     */
    static int lengthOf(double rate, int seconds) {
        return Math.max(seconds, Math.min(LONGEST, (int) Math.ceil(1.25 * STORM / Math.max(1, rate))));
    }

    /** So many ids that none comes twice, unless it is much faster all at once. */
    static int idsFor(double rate, int length) {
        return Math.clamp((long) (MARGIN * rate * length), STORM, MOST);
    }

    private Target fresh(int ids) {
        long first = next;
        next += ids;
        return Target.getEach(
                LongStream.range(first, next).mapToObj(UnknownShops::path).toList());
    }

    private static String path(long id) {
        return "/shop/" + id;
    }

    /** Who asks for an id again gets what is remembered of it, which proves nothing. */
    private Proof reached(Measurement measured, Target target, Storm storm) {
        long unknown = Math.min(measured.requests(), target.paths().size());
        return new Proof(
                String.format(
                        Locale.ROOT,
                        "%s: %,d requests, %,d of them each for an unknown id; MySQL answered %,d SELECTs meanwhile, of"
                                + " which the node's own chores are about %,d.",
                        name(),
                        measured.requests(),
                        unknown,
                        storm.selects,
                        storm.chores),
                100 * (storm.selects - storm.chores) <= unknown);
    }
}
