package io.nightmarket.chaos;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.Jdbc;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.Parts;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.ScratchFolder;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testnode.Crowd;
import io.nightmarket.testnode.Handicap;
import io.nightmarket.testnode.OnLoop;
import io.nightmarket.testnode.PaymentProvider;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
final class Stage implements AutoCloseable {
    /** At most. */
    static final int NODES = 2;

    private static final Duration READY = Duration.ofMinutes(1);

    private final Parts parts = new Parts();
    final Path folder;
    final Vertx vertx;
    final RedisPair redis;
    final OwnServer mariaDb;
    final SaleDatabase database;
    final SaleMoney money;
    final PaymentProvider provider;
    final Fleet fleet;
    /** One for each buyer, in the order of {@link Crowd#user}. */
    final List<String> tokens;
    /** The token of an administrator. */
    final String admin;

    /**
     * Starts all of it in a folder of its own.
     *
     * @param users how many have logged in
     * @param port the port of the first node, the others on those that follow; 0 for any that are free
     */
    Stage(int users, int port, IntConsumer progress) throws IOException, SQLException {
        SecureRandom random = new SecureRandom();
        String secret = SessionId.random(random).value();
        try {
            folder = parts.add(ScratchFolder.make()).path();
            vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
            var _ = parts.add(() -> await(vertx.close().toCompletionStage()));
            mariaDb = parts.add(OwnServer.mariaDb(folder.resolve("mariadb")));
            database = parts.add(new SaleDatabase(mariaDb::uri));
            money = new SaleMoney(database);
            provider = new PaymentProvider(secret);
            redis = parts.add(new RedisPair(folder, SessionId.random(random).value()));
            List<FleetNode> nodes = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                nodes.add(node(i, port == 0 ? 0 : port + i, secret));
            }
            fleet = parts.add(new Fleet(nodes));
            // The first one makes the tables, which the crowd needs.
            fleet.cast(List.of(Handicap.NONE));
            fleet.cast(List.of(Handicap.NONE, Handicap.NONE));
            OnLoop loop = new OnLoop(OnLoop.forBulk(redis.active().uri()));
            String deployed = await(vertx.deployVerticle(loop).toCompletionStage());
            Path file = folder.resolve("tokens");
            Crowd.gather(vertx, secret, loop.redis(), mariaDb.uri(), users, file, progress);
            admin = Crowd.admin(vertx, secret, loop.redis(), mariaDb.uri(), users + Poison.BUYERS);
            var _ = await(vertx.undeploy(deployed).toCompletionStage());
            tokens = Files.readAllLines(file);
        } catch (IOException | SQLException | RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private FleetNode node(int number, int port, String secret) throws IOException {
        TcpProxy toRedis = parts.add(new TcpProxy(redis.active().uri()));
        TcpProxy toMySql = parts.add(new TcpProxy(mariaDb.uri()));
        Map<String, String> settings = Crowd.settings(secret);
        settings.put("cluster.enabled", "true");
        settings.put("payments.gateway", "sandbox");
        // A test reads one list again and again until it is whole.
        settings.put("limits.order-pages-per-user", "0");
        settings.put("cluster.name", "chaos-" + ProcessHandle.current().pid());
        settings.put(FleetNode.METRICS_PORT, Integer.toString(FreePort.any()));
        settings.put("redis", toRedis.uri());
        settings.put("mysql", toMySql.uri());
        Path own = Files.createDirectories(folder.resolve("node-" + number));
        return new FleetNode(own, settings, toRedis, toMySql, port);
    }

    /** Where the sale of this fault has its queue. */
    QueueSales queue(Fault fault) {
        return fault == Fault.MYSQL_QUEUE ? new MySqlSales(database) : redis.sales();
    }

    /** A connection past the proxies, as of an operator's console. */
    Connection console() throws SQLException {
        return Jdbc.openForBulk(mariaDb.uri());
    }

    /** One that a moment of slowness broke off has no clicks, and is left alone. */
    Sale openSale(long stock) throws IOException {
        FleetNode first = fleet.nodes().getFirst();
        return Eventually.found("a sale is opened", READY, () -> {
            long voucher = first.openSale(stock);
            return Optional.of(new Sale(voucher, database.shard(voucher)));
        });
    }

    /** The node that writes the orders of this sale. */
    FleetNode writer(Sale sale) throws IOException {
        return Eventually.found("a node writes the orders of shard " + sale.shard(), READY, () -> {
            OptionalInt port = database.writerPort(sale.shard());
            return fleet.nodes().stream()
                    .filter(node -> port.isPresent() && node.mysql().connectsFrom(port.getAsInt()))
                    .findFirst();
        });
    }

    @Override
    public void close() {
        parts.close();
    }
}
