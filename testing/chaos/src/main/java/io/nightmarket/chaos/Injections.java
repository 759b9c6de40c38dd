package io.nightmarket.chaos;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.Signals;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.Waiting;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** How faults are injected, and what of them the product can't heal itself is healed. */
final class Injections {
    /** How long the writer's lease lasts. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final long SOME_MILLIS = 300;
    private static final Duration FILLING = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMillis(1_500);

    /** Pieces are swallowed with their connections, then held back. */
    static final List<ReplyFault> CUTS_AND_DELAYS =
            List.of(new ReplyFault(Fate.CUT, 0.02, LONGEST), new ReplyFault(Fate.DELAY, 0.01, LONGEST));

    /** Pairs of faults of which neither loses anything that was accepted. */
    private static final List<List<Fault>> PAIRS = List.of(
            List.of(Fault.KILL_REDIS, Fault.KILL_MYSQL),
            List.of(Fault.KILL_WRITER, Fault.MYSQL_REPLIES),
            List.of(Fault.KILL_WRITER, Fault.REDIS_REQUESTS),
            List.of(Fault.TABLE_RENAMED, Fault.KILL_WRITER),
            List.of(Fault.LOCK_HELD, Fault.KILL_REDIS));

    private Injections() {}

    /** It is started again, as by a supervisor. */
    static void killOnlyNode(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        FleetNode only = context.stage.fleet.nodes().getFirst();
        only.kill();
        only.startAgain();
    }

    static void killWriter(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        FleetNode writer = context.writer();
        writer.kill();
        context.last(context.about(1_000));
        writer.startAgain();
    }

    /** When it goes on it thinks that it is still the writer. */
    static void pauseWriter(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        FleetNode writer = context.writer();
        writer.pause();
        context.last(context.about(500).plus(LEASE));
        writer.goOn();
    }

    static void killMySqlAndWriter(ScenarioContext context) throws IOException, SQLException {
        killMySqlInTransaction(context);
        FleetNode writer = context.writer();
        writer.kill();
        context.last(context.about(SOME_MILLIS));
        writer.startAgain();
    }

    static void killMySqlInTransaction(ScenarioContext context) throws IOException, SQLException {
        context.awaitTheMiddle();
        context.stage.database.awaitTransaction();
        context.injected();
        context.stage.mariaDb.kill();
        context.last(context.about(SOME_MILLIS));
        context.stage.mariaDb.startAgain();
    }

    static void killRedis(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        OwnServer redis = context.stage.redis.active();
        redis.kill();
        context.last(context.about(SOME_MILLIS));
        redis.startAgain();
    }

    /** It ends itself when it can't write what it answered, and is started again where there is room. */
    static void fillDiskOfRedis(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        OwnServer redis = context.stage.redis.active();
        ProcessHandle process = redis.process();
        Signals.limitFiles(process, redis.appendOnlyFile().length + context.random.nextInt(20_000));
        Eventually.await("Redis finds its disk full", FILLING, () -> !process.isAlive());
        context.last(context.about(SOME_MILLIS));
        redis.startAgain();
    }

    static void flush(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        var _ = context.stage.redis.peek().send(Command.FLUSHALL);
    }

    static void restoreOlderLog(ScenarioContext context) throws IOException {
        OwnServer redis = context.stage.redis.active();
        context.await(0.02 + 0.05 * context.random.nextDouble());
        context.safe(context.now());
        byte[] copy = redis.appendOnlyFile();
        context.await(0.09 + 0.09 * context.random.nextDouble());
        context.injected();
        redis.kill();
        redis.restore(copy);
        redis.startAgain();
    }

    /** What the first one answered for after the second one ceased to follow it is lost. */
    static void promoteReplica(ScenarioContext context) throws IOException {
        RedisPair redis = context.stage.redis;
        context.awaitTheMiddle();
        context.safe(redis.replicatedUntil(context::now));
        redis.promote();
        context.last(context.about(100));
        redis.swap();
        for (FleetNode node : context.stage.fleet.nodes()) {
            node.redis().turnTo(redis.active().port());
        }
    }

    /** Both accept orders; what the former primary alone was answered is lost in the end. */
    static void splitRedis(ScenarioContext context) throws IOException {
        RedisPair redis = context.stage.redis;
        List<FleetNode> nodes = context.stage.fleet.nodes();
        context.awaitTheMiddle();
        context.safe(redis.replicatedUntil(context::now));
        redis.promote();
        nodes.getLast().redis().turnTo(redis.standby().port());
        context.last(context.about(1_000));
        redis.swap();
        nodes.getFirst().redis().turnTo(redis.active().port());
    }

    /** Injects faults into what a server says, or into what it is asked. */
    interface Direction {
        void inject(TcpProxy proxy, ReplyFault fault, long seed);
    }

    static void disturb(
            ScenarioContext context,
            Function<FleetNode, TcpProxy> server,
            Direction direction,
            List<ReplyFault> phases) {
        List<TcpProxy> proxies =
                context.stage.fleet.nodes().stream().map(server).toList();
        context.awaitTheMiddle();
        for (ReplyFault phase : phases) {
            proxies.forEach(proxy -> direction.inject(proxy, phase, context.random.nextLong()));
            context.last(context.about(700));
        }
        proxies.forEach(TcpProxy::heal);
        // What was disturbed ends here, and no later sale finds it.
        proxies.forEach(TcpProxy::cut);
    }

    /** Operators change the sale while a server is killed and comes back. */
    static void operate(ScenarioContext context) throws IOException {
        Fault fault = context.random.nextBoolean() ? Fault.KILL_REDIS : Fault.KILL_MYSQL;
        CompletableFuture<Void> injected = injectAside(context, fault);
        context.awaitTheMiddle();
        new Operator(context).operate();
        var _ = Waiting.await(injected);
    }

    static void injectTwo(ScenarioContext context) throws IOException, SQLException {
        List<Fault> pair = PAIRS.get(context.random.nextInt(PAIRS.size()));
        CompletableFuture<Void> first = injectAside(context, pair.getFirst());
        context.awaitTheMiddle();
        context.last(context.about(100));
        pair.getLast().inject(context);
        var _ = Waiting.await(first);
    }

    private static CompletableFuture<Void> injectAside(ScenarioContext context, Fault fault) {
        ScenarioContext own = context.aside();
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        fault.inject(own);
                    } catch (IOException | SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }
}
