package io.nightmarket.chaos.stage;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.embedded.SoloServer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Jdbc;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.ScratchFolder;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testnode.Crowd;
import io.nightmarket.testnode.Handicap;
import io.nightmarket.testnode.OnLoop;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/**
 * Everything that chaos plays with, all of it its own: a Redis and one to replace it, a MariaDB, nodes with proxies
 * towards both, and a crowd that has logged in. It serves many runs. What it started is ended when it is closed, also by
 * a shutdown, and by process, so that nothing else is touched; its folder goes with it.
 */
public final class Stage implements AutoCloseable {
    /** At most. */
    public static final int NODES = 2;

    private static final Duration READY = Duration.ofMinutes(1);

    private final Path folder;
    private final Vertx vertx;
    private final RedisPair redis;
    private final SoloServer mariaDb;
    private final SaleDatabase database;
    private final Fleet fleet;
    private final List<String> tokens;
    private final Deque<AutoCloseable> parts;

    private Stage(
            Path folder,
            Vertx vertx,
            RedisPair redis,
            SoloServer mariaDb,
            SaleDatabase database,
            Fleet fleet,
            List<String> tokens,
            Deque<AutoCloseable> parts) {
        this.folder = folder;
        this.vertx = vertx;
        this.redis = redis;
        this.mariaDb = mariaDb;
        this.database = database;
        this.fleet = fleet;
        this.tokens = tokens;
        this.parts = parts;
    }

    /**
     * Starts all of it in a folder of its own.
     *
     * @param users so many have logged in
     * @param port of the first node, the others on those that follow; 0 for any that are free
     */
    public static Stage open(int users, int port, IntConsumer progress) throws IOException, SQLException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(parts), "curtain"));
        try {
            ScratchFolder folder = ScratchFolder.make();
            part(parts, folder);
            return open(folder.path(), users, port, progress, parts);
        } catch (IOException | SQLException | RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static Stage open(Path folder, int users, int port, IntConsumer progress, Deque<AutoCloseable> parts)
            throws IOException, SQLException {
        SecureRandom random = new SecureRandom();
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        part(parts, () -> await(vertx.close().toCompletionStage()));
        SoloServer mariaDb = SoloServer.mariaDb(folder.resolve("mariadb"));
        part(parts, mariaDb);
        mariaDb.start();
        RedisPair redis = new RedisPair(folder, SessionId.random(random).value());
        part(parts, redis);
        redis.start();
        String secret = SessionId.random(random).value();
        List<FleetNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            TcpProxy toRedis = new TcpProxy(redis.uri());
            part(parts, toRedis);
            TcpProxy toMySql = new TcpProxy(mariaDb.uri());
            part(parts, toMySql);
            Map<String, String> settings = settings(secret);
            settings.put("redis", toRedis.uri());
            settings.put("mysql", toMySql.uri());
            Path own = Files.createDirectories(folder.resolve("node-" + i));
            nodes.add(new FleetNode(own, settings, toRedis, toMySql, port == 0 ? 0 : port + i));
        }
        Fleet fleet = new Fleet(nodes);
        part(parts, fleet);
        // The first one makes the tables, which the crowd needs.
        fleet.cast(List.of(Handicap.NONE));
        fleet.cast(List.of(Handicap.NONE, Handicap.NONE));
        List<String> tokens = crowd(folder, users, progress, vertx, redis, mariaDb, secret);
        SaleDatabase database = new SaleDatabase(mariaDb::uri);
        part(parts, database);
        return new Stage(folder, vertx, redis, mariaDb, database, fleet, tokens, parts);
    }

    private static Map<String, String> settings(String secret) {
        Map<String, String> settings = new HashMap<>();
        settings.put("host", "127.0.0.1");
        settings.put("token.secret", secret);
        settings.put("session.idle", Crowd.LIFE.toHours() + "h");
        settings.put("cluster.enabled", "true");
        settings.put("cluster.name", "chaos-" + ProcessHandle.current().pid());
        return settings;
    }

    private static List<String> crowd(
            Path folder,
            int users,
            IntConsumer progress,
            Vertx vertx,
            RedisPair redis,
            SoloServer mariaDb,
            String secret)
            throws IOException, SQLException {
        OnLoop loop = new OnLoop(OnLoop.forBulk(redis.uri()));
        String deployed = await(vertx.deployVerticle(loop).toCompletionStage());
        Path tokens = folder.resolve("tokens");
        try (Connection database = Jdbc.openForBulk(mariaDb.uri())) {
            SessionPolicy policy = new SessionPolicy(
                    Crowd.LIFE, SessionPolicy.DEFAULT.absolute(), SessionPolicy.DEFAULT.slideInterval());
            SessionStore store = loop.redis().sessionStore(policy);
            new Crowd(vertx, secret.getBytes(StandardCharsets.UTF_8), database, store).gather(users, tokens, progress);
        }
        var _ = await(vertx.undeploy(deployed).toCompletionStage());
        return Files.readAllLines(tokens);
    }

    /** Where everything of it lies. */
    public Path folder() {
        return folder;
    }

    public Vertx vertx() {
        return vertx;
    }

    public RedisPair redis() {
        return redis;
    }

    public SoloServer mariaDb() {
        return mariaDb;
    }

    public Fleet fleet() {
        return fleet;
    }

    /** One for each buyer, in the order of {@link Crowd#user}. */
    public List<String> tokens() {
        return tokens;
    }

    public SaleDatabase database() {
        return database;
    }

    /** One that a moment of slowness broke off has no clicks, and is left alone. */
    public Sale openSale(long stock) throws IOException {
        FleetNode first = fleet.nodes().getFirst();
        return Eventually.found("a sale is opened", READY, () -> {
            long voucher = first.openSale(stock);
            return Optional.of(new Sale(voucher, database.shard(voucher)));
        });
    }

    /** The node that writes the orders of this sale. */
    public FleetNode writer(Sale sale) throws IOException {
        return Eventually.found("a node writes the orders of shard " + sale.shard(), READY, () -> {
            OptionalInt port = database.writerPort(sale.shard());
            return fleet.nodes().stream()
                    .filter(node -> port.isPresent() && node.mysql().connectsFrom(port.getAsInt()))
                    .findFirst();
        });
    }

    private static void part(Deque<AutoCloseable> parts, AutoCloseable part) {
        synchronized (parts) {
            parts.push(part);
        }
    }

    @Override
    public void close() {
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) {
        synchronized (parts) {
            while (!parts.isEmpty()) {
                try {
                    parts.pop().close();
                } catch (Exception e) {
                    System.err.println("nightmarket: a part of the stage did not end: " + e);
                }
            }
        }
    }
}
