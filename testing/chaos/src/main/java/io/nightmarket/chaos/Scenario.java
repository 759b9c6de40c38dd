package io.nightmarket.chaos;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.chaos.RunReport.SaleSize;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.History;
import io.nightmarket.chaos.check.HistoryChecker;
import io.nightmarket.chaos.check.HistoryChecker.Allowance;
import io.nightmarket.chaos.check.Measurements;
import io.nightmarket.chaos.check.MoneyChecker;
import io.nightmarket.chaos.check.QueueState;
import io.nightmarket.chaos.check.Violation;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/** One sale with one fault, from its opening to the judgement. */
final class Scenario {
    private static final Duration READY = Duration.ofMinutes(1);
    /** After the last click is due. */
    private static final Duration CLICKS = Duration.ofMinutes(2);

    private static final Duration QUIET = Duration.ofMinutes(1);
    /** In which the audit enqueues again what MySQL lost. */
    private static final Duration AUDITED = Duration.ofMinutes(2);

    private static final Duration STILL = Duration.ofMillis(500);

    /** Where the logs of nodes are kept. */
    private static final Path KEPT = Path.of(
            System.getProperty("java.io.tmpdir"),
            "nightmarket-chaos-" + ProcessHandle.current().pid());

    private final Stage stage;
    private final SaleSize size;
    private final Duration spread;

    /** @param spread in which the clicks begin */
    Scenario(Stage stage, SaleSize size, Duration spread) {
        this.stage = stage;
        this.size = size;
        this.spread = spread;
    }

    /** Plays and checks it, and keeps the nodes' logs when a rule was broken. */
    RunReport run(Fault fault, long seed) {
        NodeLogs logs = stage.fleet.logs();
        RunReport report = playAndCheck(fault, seed);
        return report.isClean() ? report : report.with(logs.keep(KEPT.resolve(fault.written() + '-' + seed)));
    }

    /** A failure is a finding, too: the run broke off, and the stage is of no more use. */
    private RunReport playAndCheck(Fault fault, long seed) {
        long begun = System.nanoTime();
        History history = new History();
        OptionalLong injectedAt = OptionalLong.empty();
        Measurements measured = Measurements.NONE;
        long sold = 0;
        List<Violation> violations;
        try {
            Sale sale = open(fault, seed);
            long dead = stage.database.deadLetters(sale.shard());
            Repairs before = repairs(sale);
            ScenarioContext context = play(sale, fault, seed, history);
            injectedAt = context.free();
            measured = repairs(sale).since(before, Tally.unavailable(history.events()));
            QueueState queue = stage.queue(fault).state(sale);
            SaleDatabase.State database = stage.database.state(sale.voucher());
            sold = database.rows().size();
            Allowance allowance =
                    new Allowance(fault.losesRedis(), context.safeUntil(), dead + fault.letters(), size.stock());
            violations = new ArrayList<>(HistoryChecker.check(history.events(), queue, database, allowance));
            violations.addAll(MoneyChecker.check(history.events(), stage.money.state(sale.voucher())));
            violations.addAll(measured.check(fault.budget()));
            stage.database.putIntoThePast(sale.voucher());
        } catch (IOException | SQLException | RuntimeException e) {
            violations = List.of(RunReport.breakOff(e));
        }
        return new RunReport(
                fault,
                seed,
                size,
                injectedAt,
                Tally.of(history.events(), sold),
                measured,
                Tally.longestPause(history.events(), spread),
                Duration.ofNanos(System.nanoTime() - begun),
                violations,
                NodeLogs.Kept.NOTHING);
    }

    private Sale open(Fault fault, long seed) throws IOException, SQLException {
        stage.fleet.cast(fault.cast(seed), fault.settings());
        Eventually.await("the nodes are ready", READY, stage.fleet::isReady);
        fault.prepare(stage);
        return stage.openSale(size.stock());
    }

    /** Counted since the nodes started. */
    private record Repairs(long reEnqueued, long reopened, long fencingToken) {
        /** A node that was started again counts from 0. */
        Measurements since(Repairs before, Duration unavailable) {
            return new Measurements(
                    Math.max(0, reEnqueued - before.reEnqueued),
                    Math.max(0, reopened - before.reopened),
                    fencingToken - before.fencingToken,
                    unavailable);
        }
    }

    private Repairs repairs(Sale sale) throws IOException, SQLException {
        return new Repairs(
                stage.fleet.metric("nightmarket_orders_reenqueued_total"),
                stage.fleet.metric("nightmarket_shards_recovered_total", "shard=\"" + sale.shard() + '"'),
                stage.database.fencingToken(sale.shard()));
    }

    private ScenarioContext play(Sale sale, Fault fault, long seed, History history) throws IOException, SQLException {
        List<Integer> ports = stage.fleet.nodes().stream().map(FleetNode::port).toList();
        try (Requests requests = new Requests(stage.vertx, ports, history, seed)) {
            OrderRequests asks = new OrderRequests(stage.tokens, stage.admin, stage.provider, fault.movesClocks());
            AfterSale afterSale = new AfterSale(requests, asks, stage.money, fault.goesOnAfterTheSale());
            Shoppers shoppers = new Shoppers(requests, stage.tokens, sale, afterSale);
            ScenarioContext context = new ScenarioContext(
                    stage,
                    stage.queue(fault),
                    sale,
                    history,
                    new Random(seed),
                    spread,
                    requests.begin(),
                    afterSale.underWay());
            Future<Void> clicks =
                    shoppers.play(ClickPlan.of(seed, size.buyers(), ports.size(), Math.toIntExact(spread.toMillis())));
            fault.inject(context);
            Eventually.await("the nodes are ready again", READY, stage.fleet::isReady);
            var _ = await(clicks.toCompletionStage(), spread.plus(CLICKS));
            awaitQuiet(sale, fault);
            var _ = await(shoppers.ask(questions(history)).toCompletionStage(), spread.plus(CLICKS));
            awaitQuiet(sale, fault);
            return context;
        }
    }

    /** When that does not come about, the judge sees why. */
    private void awaitQuiet(Sale sale, Fault fault) {
        boolean _ = Eventually.within(fault.losesCommits() ? AUDITED : QUIET, () -> {
            if (fault.losesCommits() && !knowsAllOrders(sale, fault)) {
                return false;
            }
            if (!stage.fleet.isReady()
                    || !stage.money.isQuiet()
                    || !stage.queue(fault).state(sale).isDrained()) {
                return false;
            }
            long written = stage.database.written(sale.voucher());
            Eventually.rest(STILL);
            return stage.database.written(sale.voucher()) == written
                    && stage.queue(fault).state(sale).isDrained()
                    && stage.database.state(sale.voucher()).owed() == 0;
        });
    }

    /** Whether MySQL has the orders of all buyers that the queue has. */
    private boolean knowsAllOrders(Sale sale, Fault fault) throws IOException, SQLException {
        return stage.queue(fault)
                .state(sale)
                .buyers()
                .equals(stage.database.state(sale.voucher()).claims());
    }

    /** The questions of all buyers who were answered an order or do not know: about the order, or about any. */
    private Set<Shoppers.Question> questions(History history) {
        Set<Shoppers.Question> questions = new HashSet<>();
        for (Event event : history.events()) {
            int buyer = Math.toIntExact(event.buyer() - Crowd.user(0));
            if (buyer >= 0 && buyer < size.buyers()) {
                switch (event.answer()) {
                    case OrderAnswered answered -> questions.add(new Shoppers.Question(buyer, answered.order()));
                    case Rejected rejected -> questions.add(new Shoppers.Question(buyer, rejected.order()));
                    case Unknown _, Improper _ -> questions.add(new Shoppers.Question(buyer, 0));
                    default -> {}
                }
            }
        }
        return questions;
    }
}
