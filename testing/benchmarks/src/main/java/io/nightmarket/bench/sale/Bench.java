package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding;
import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Report;
import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenSockets.Call;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.testkit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What scenarios measure with. */
final class Bench {
    /** wrk makes the requests beforehand and keeps them in memory. */
    private static final int MOST_REQUESTS = 1_000_000;

    /** Warm sessions click faster than the crowd whose clicks were counted. */
    private static final double MARGIN = 2.2;

    private static final double EVERYBODY_MARGIN = 1.2;

    /** By the open model. */
    private static final int MOST_CONNECTIONS = 4_000;

    /** Requests that wait for a connection of the open model at most. */
    static final int MOST_WAITING = 100_000;

    /** Seconds. */
    private static final int WARM_UP = 3;

    private static final long NO_SALE = 4_000_000_000L;

    /** The longest run of a scenario, whatever its trial run took; seconds. */
    private static final int LONGEST = 120;

    final Stage stage;
    final Size size;
    final Report report = new Report();
    private final Wrk wrk;
    private final Progress progress;
    private final Consumption consumption;
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final List<String> socketErrors = new ArrayList<>();
    private int hits;
    private double clickRate = 50_000;
    private double flowRate;

    /**
     * How much is measured.
     *
     * @param seconds length of a timed run
     * @param orders settled where settlement is measured alone
     */
    record Size(int users, int connections, int seconds, int orders) {}

    Bench(Stage stage, Wrk wrk, Progress progress, Size size) {
        this.stage = stage;
        this.wrk = wrk;
        this.progress = progress;
        this.size = size;
        this.consumption = new Consumption(stage);
    }

    /** One round's reading of something. */
    void add(String what, String unit, Reading reading, @Nullable Goal goal) {
        List<Reading> rounds = new ArrayList<>();
        Finding known = findings.get(what);
        if (known != null) {
            rounds.addAll(known.rounds());
        }
        rounds.add(reading);
        findings.put(what, new Finding(what, unit, rounds, goal));
    }

    /** What all scenarios found in all rounds. */
    Collection<Finding> findings() {
        return findings.values();
    }

    void step(String what) {
        progress.detail(what);
    }

    /** @param profiles folder for a profile of the node, if there is to be one */
    void run(String name, Scenario scenario, @Nullable Path profiles) throws IOException, SQLException {
        progress.step(name);
        if (profiles == null) {
            scenario.run(this);
        } else {
            stage.node.record();
            try {
                scenario.run(this);
            } finally {
                stage.node.writeProfile(profiles.resolve(name + ".jfr"));
            }
        }
        if (hits > 0) {
            report.verify(
                    socketErrors.isEmpty(),
                    "%s: socket errors of wrk in %d runs: %s.",
                    name,
                    hits,
                    socketErrors.isEmpty() ? "none" : String.join("; ", socketErrors));
        }
        hits = 0;
        socketErrors.clear();
    }

    /** A run that is timed; what it took of the processors is noted. */
    Measurement hit(String what, Target target, int length) throws IOException {
        consumption.begin();
        Measurement measured = hitUncounted(what, target, length);
        report.note("%s: %s.", what, consumption.since(measured.requests(), measured.rate()));
        return measured;
    }

    /** A run over bare connections; what it took of the processors is noted. */
    Result send(String what, SocketRun run) throws IOException {
        consumption.begin();
        Result result = run.run();
        report.note("%s: %s.", what, consumption.since(result.good(0), result.rate(0)));
        return result;
    }

    /** A run over bare connections. */
    @FunctionalInterface
    interface SocketRun {
        Result run() throws IOException;
    }

    private Measurement hitUncounted(String what, Target target, int length) throws IOException {
        step(what + " (" + length + " s)");
        Measurement measured = wrk.hit(stage.node.port(), target, length);
        hits++;
        if (!measured.socketErrors().isEmpty()) {
            socketErrors.add(what + ": " + measured.socketErrors());
        }
        return measured;
    }

    /** Not counted. */
    void warmUp(String what, Target target) throws IOException {
        var _ = hitUncounted(what + ", warming up", target, Math.max(1, size.seconds() / 2));
    }

    /**
     * Measures one thing, with its warm-up and its verification, and adds what it finds. It leaves nothing in the queue, and
     * the writers running.
     */
    @FunctionalInterface
    interface Scenario {
        void run(Bench bench) throws IOException, SQLException;
    }

    /** A run that is timed. */
    @FunctionalInterface
    interface Run {
        Measurement run() throws IOException, SQLException;
    }

    /** Each user makes this request once or a little more: a user who clicks in a sale looked at its page a moment ago. */
    void everybody(String what, Target target) throws IOException {
        double rate = hitUncounted(what + ", a taste of it", target, 1).rate();
        var _ = hitUncounted(what, target, (int)
                Math.min(LONGEST, Math.ceil(EVERYBODY_MARGIN * size.users() / rate) + 1));
    }

    /** Each user clicks in a sale that does not exist, which needs a session; the node trusts it from then on. */
    void arrive() throws IOException {
        everybody("everybody comes too early", Target.post("/voucher-order/seckill/" + NO_SALE));
    }

    /** What came of a route, and of the bare one right before and after it, hit alike. */
    record Pair(Measurement measured, double bare) {
        Reading reading() {
            return measured.reading(bare);
        }

        /** That every answer was one of status 2xx. */
        void verifyAllAnswered(Report report, String of) {
            report.verify(
                    measured.good() > 0 && measured.bad() == 0,
                    "%s: %,d answers, %,d of them not 2xx.",
                    of,
                    measured.requests(),
                    measured.bad());
        }
    }

    Pair besideBare(String what, Target target) throws IOException, SQLException {
        return besideBare(target, () -> hit(what, target, size.seconds()));
    }

    /** @param run hits the target */
    Pair besideBare(Target target, Run run) throws IOException, SQLException {
        Target bare = target.at(Target.BARE);
        double before = hit("the bare route, before", bare, size.seconds()).rate();
        Measurement measured = run.run();
        double after = hit("the bare route, after", bare, size.seconds()).rate();
        return new Pair(measured, (before + after) / 2);
    }

    /** Enough sales that each click during this time is a new buyer's, by the rate of the last run. */
    List<Sale> salesFor(double time) throws IOException, SQLException {
        double needed = Math.ceil(MARGIN * clickRate * time / size.users());
        return stage.openSales(
                Math.clamp((long) needed, 1, Math.max(1, MOST_REQUESTS / size.users())), 2L * size.users());
    }

    /** Sales in which each click at this rate is a new buyer's, for a run of the open model and the warm-up before it. */
    List<Sale> salesForOpen(double rate) throws IOException, SQLException {
        long clicks =
                open(rate, WARM_UP).requests() + open(rate, size.seconds()).requests();
        return stage.openSales((int) Math.ceilDiv(clicks, size.users()), 2L * size.users());
    }

    private static Plan open(double rate, int seconds) {
        return new Plan(rate, Duration.ofSeconds(seconds), MOST_WAITING);
    }

    /** Clicks of new buyers; refusals are counted apart. */
    Target clicks(List<Sale> sales, String query) {
        return Target.postCounted(
                sales.stream().map(sale -> sale.path() + query).toList());
    }

    /**
     * Clicks, and how they were settled.
     *
     * @param settled orders of these clicks
     * @param flow orders a second, from the first click to the last row
     */
    record Settled(Measurement clicks, long settled, double flow) {}

    /** Has clicks made, and waits until what they brought is settled. */
    Settled hitAndSettle(String what, List<Sale> sales, int length) throws IOException, SQLException {
        long there = stage.ledger.taken(sales);
        Measurement clicks = hit(what, clicks(sales, ""), length);
        // wrk makes its requests before it begins, so the time begins by its own clock.
        long end = System.nanoTime();
        step(what + ": what still waits is settled");
        long settled = stage.ledger.awaitSettled(sales) - there;
        clickRate = clicks.rate();
        return new Settled(clicks, settled, settled / (clicks.seconds() + (System.nanoTime() - end) / 1e9));
    }

    /** Remembers how fast clicks come. */
    void noteClicks(Measurement measured) {
        clickRate = measured.rate();
    }

    /** Remembers how many orders a second are accepted and settled. */
    void noteFlow(double rate) {
        flowRate = rate;
    }

    /** As it was found; 0 when it was not. */
    double flowRate() {
        return flowRate;
    }

    /** Gets the way of an order warm, and learns how fast clicks come. */
    void warmUpSale() throws IOException, SQLException {
        int length = Math.max(1, size.seconds() / 2);
        var _ = hitAndSettle("the sale, warming up", salesFor(length), length);
    }

    /** That not every click was a new buyer's, if so. */
    void noteRefusals(String name, Measurement clicks, long settled) {
        if (clicks.bad() > 0) {
            report.note(
                    "%s: %,d of %,d clicks were refused (%,d orders): take more --users or fewer --seconds.",
                    name, clicks.bad(), clicks.requests(), settled);
        }
    }

    void verify(String of, List<Sale> sales, long accepted) throws IOException, SQLException {
        stage.ledger.verify(report, of, sales, accepted, true);
    }

    /**
     * What came of clicks by the open model.
     *
     * @param accepted with those that were not timed
     */
    record Open(Result timed, long accepted) {}

    /** Clicks of new buyers at a fixed rate, by the open model; the first seconds of them get node and generator warm. */
    Open post(String what, double rate, List<Sale> sales, String query) throws IOException {
        step(String.format(Locale.ROOT, "%s: %,.0f a second (%d s)", what, rate, size.seconds()));
        LongFunction<Call> clicks = new HttpRequests(stage.tokens(Long.MAX_VALUE))
                .posts(sales.stream().map(sale -> sale.path() + query).toList());
        Plan warmUp = open(rate, WARM_UP);
        Plan plan = open(rate, size.seconds());
        // What was made beforehand is not copied by the generator's collector during the run.
        System.gc();
        try (OpenSockets sockets = new OpenSockets(stage.node.port(), connections(rate))) {
            Result before = sockets.run(warmUp, clicks);
            Result timed = send(what, () -> sockets.run(plan, number -> clicks.apply(warmUp.requests() + number)));
            noteOpen(what, timed);
            return new Open(timed, before.good(0) + timed.good(0));
        }
    }

    private void noteOpen(String what, Result timed) {
        report.note(
                "%s: the generator was late by %.1f ms (p50) and %.1f ms (p99) itself; of the requests due %,d were not sent,"
                        + " %,d answered 503, %,d not done.",
                what,
                timed.lag().getValueAtPercentile(50) / 1e6,
                timed.lag().getValueAtPercentile(99) / 1e6,
                timed.notSent(),
                timed.refused(),
                timed.other());
    }

    /** As many as requests of a second: none waits for a connection, and none is closed as an idle one. */
    private static int connections(double rate) {
        return Math.clamp((long) rate, 1, MOST_CONNECTIONS);
    }
}
