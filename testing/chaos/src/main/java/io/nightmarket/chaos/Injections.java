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
    /** Of the writer. */
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

    /** It is started again, by whoever looks after it. */
    static void killOnlyNode(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        FleetNode only = scene.stage.fleet.nodes().getFirst();
        only.kill();
        only.startAgain();
    }

    static void killWriter(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        FleetNode writer = scene.writer();
        writer.kill();
        scene.last(scene.about(1_000));
        writer.startAgain();
    }

    /** When it goes on it thinks that it is still the writer. */
    static void pauseWriter(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        FleetNode writer = scene.writer();
        writer.pause();
        scene.last(scene.about(500).plus(LEASE));
        writer.goOn();
    }

    static void killMySqlAndWriter(Scene scene) throws IOException, SQLException {
        killMySqlInTransaction(scene);
        FleetNode writer = scene.writer();
        writer.kill();
        scene.last(scene.about(SOME_MILLIS));
        writer.startAgain();
    }

    static void killMySqlInTransaction(Scene scene) throws IOException, SQLException {
        scene.awaitTheMiddle();
        scene.stage.database.awaitTransaction();
        scene.struck();
        scene.stage.mariaDb.kill();
        scene.last(scene.about(SOME_MILLIS));
        scene.stage.mariaDb.startAgain();
    }

    static void killRedis(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        OwnServer redis = scene.stage.redis.active();
        redis.kill();
        scene.last(scene.about(SOME_MILLIS));
        redis.startAgain();
    }

    /** It ends itself when it can't write what it answered, and is started again where there is room. */
    static void fillDiskOfRedis(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        OwnServer redis = scene.stage.redis.active();
        ProcessHandle process = redis.process();
        Signals.limitFiles(process, redis.appendOnlyFile().length + scene.random.nextInt(20_000));
        Eventually.await("Redis finds its disk full", FILLING, () -> !process.isAlive());
        scene.last(scene.about(SOME_MILLIS));
        redis.startAgain();
    }

    static void flush(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        var _ = scene.stage.redis.peek().send(Command.FLUSHALL);
    }

    static void restoreOlderLog(Scene scene) throws IOException {
        OwnServer redis = scene.stage.redis.active();
        scene.await(0.02 + 0.05 * scene.random.nextDouble());
        scene.safe(scene.now());
        byte[] copy = redis.appendOnlyFile();
        scene.await(0.09 + 0.09 * scene.random.nextDouble());
        scene.struck();
        redis.kill();
        redis.restore(copy);
        redis.startAgain();
    }

    /** What the first one answered for after the second one ceased to hear it is lost. */
    static void promoteReplica(Scene scene) throws IOException {
        RedisPair redis = scene.stage.redis;
        scene.awaitTheMiddle();
        scene.safe(redis.replicatedUntil(scene::now));
        redis.promote();
        scene.last(scene.about(100));
        redis.swap();
        for (FleetNode node : scene.stage.fleet.nodes()) {
            node.redis().turnTo(redis.active().port());
        }
    }

    /** Both accept orders; what the former primary alone was told is lost in the end. */
    static void splitRedis(Scene scene) throws IOException {
        RedisPair redis = scene.stage.redis;
        List<FleetNode> nodes = scene.stage.fleet.nodes();
        scene.awaitTheMiddle();
        scene.safe(redis.replicatedUntil(scene::now));
        redis.promote();
        nodes.getLast().redis().turnTo(redis.standby().port());
        scene.last(scene.about(1_000));
        redis.swap();
        nodes.getFirst().redis().turnTo(redis.active().port());
    }

    /** Injects faults into what a server says, or into what it is asked. */
    interface Direction {
        void inject(TcpProxy proxy, ReplyFault fault, long seed);
    }

    static void disturb(
            Scene scene, Function<FleetNode, TcpProxy> server, Direction direction, List<ReplyFault> phases) {
        List<TcpProxy> proxies = scene.stage.fleet.nodes().stream().map(server).toList();
        scene.awaitTheMiddle();
        for (ReplyFault phase : phases) {
            proxies.forEach(proxy -> direction.inject(proxy, phase, scene.random.nextLong()));
            scene.last(scene.about(700));
        }
        proxies.forEach(TcpProxy::heal);
        // What was disturbed ends here, and no later sale finds it.
        proxies.forEach(TcpProxy::cut);
    }

    /** Operators change the sale while a server is killed and comes back. */
    static void operate(Scene scene) throws IOException {
        Fault fault = scene.random.nextBoolean() ? Fault.KILL_REDIS : Fault.KILL_MYSQL;
        CompletableFuture<Void> injected = injectAside(scene, fault);
        scene.awaitTheMiddle();
        new Operator(scene).operate();
        var _ = Waiting.await(injected);
    }

    static void injectTwo(Scene scene) throws IOException, SQLException {
        List<Fault> pair = PAIRS.get(scene.random.nextInt(PAIRS.size()));
        CompletableFuture<Void> first = injectAside(scene, pair.getFirst());
        scene.awaitTheMiddle();
        scene.last(scene.about(100));
        pair.getLast().inject(scene);
        var _ = Waiting.await(first);
    }

    private static CompletableFuture<Void> injectAside(Scene scene, Fault fault) {
        Scene own = scene.aside();
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
