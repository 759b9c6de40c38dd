package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.load.HttpLoad;
import io.nightmarket.bench.load.LoadPlan;
import io.nightmarket.bench.load.LoadResult;
import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.testnode.Crowd;
import io.nightmarket.testnode.NodeProcess;
import io.nightmarket.testnode.OnLoop;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Servers, the node under test on them in a process of its own, and what the benchmark does to both past the node. */
final class Stage implements AutoCloseable {
    private static final String SECRET = "token.secret";
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path folder;
    private final Servers servers;
    private final NodeProcess node;
    private final NodePlan plan;
    private final OnLoop loop;
    private final Connection database;
    private final Books books;
    private final Filling filling;
    private final City city;
    private final SharedShops sharedShops;

    private Stage(Path folder, Opened opened, OnLoop loop, Connection database) {
        this.folder = folder;
        this.servers = opened.servers();
        this.node = opened.node();
        this.plan = opened.plan();
        this.loop = loop;
        this.database = database;
        this.city = new City(database, loop.redis());
        this.sharedShops = new SharedShops(loop.redis());
        this.books = new Books(database, loop.redis().orderQueue());
        this.filling = new Filling(loop.redis().orderQueue());
    }

    /** How nodes are started. */
    private record NodePlan(List<String> flags, Map<String, String> settings) {}

    /** What of the stage is open already, closed when the rest can't be. */
    private record Opened(Servers servers, NodePlan plan, NodeProcess node) {
        void close() throws IOException {
            node.close();
            servers.close();
        }
    }

    /**
     * Opens servers and node.
     *
     * @param flags of the node's JVM
     * @param settings of the node, beside those that the stage needs
     */
    static Stage open(Path folder, ServerOptions options, List<String> flags, Map<String, String> settings)
            throws IOException, SQLException {
        Servers servers = Servers.openBoth(folder, options);
        Opened opened;
        try {
            NodePlan plan = new NodePlan(flags, settings(servers, settings));
            opened = new Opened(servers, plan, NodeProcess.start(folder, plan.flags(), plan.settings()));
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
        try {
            OnLoop loop = servers.connect(OnLoop.forBulk(servers.redisUri()));
            Connection database = connect(new MySqlConfig(servers.mysqlUri(), 1, TIMEOUT, TIMEOUT, TIMEOUT));
            return new Stage(folder, opened, loop, database);
        } catch (IOException | SQLException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static Map<String, String> settings(Servers servers, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("host", "127.0.0.1");
        settings.put("port", "0");
        settings.put("redis", servers.redisUri());
        settings.put("mysql", servers.mysqlUri());
        settings.put(SECRET, SessionId.random(new SecureRandom()).value());
        settings.put("session.idle", Crowd.LIFE.toHours() + "h");
        // A slow row is to show as a slow answer, not as one that there is no row behind.
        settings.put("sale.durable-wait", "30s");
        // Nor is a machine that stalls for a moment to show as a failure.
        settings.put("redis-timeout", "20s");
        settings.put("mysql-timeout", "20s");
        settings.put("cache.hard", "60s");
        settings.putAll(more);
        return settings;
    }

    NodeProcess node() {
        return node;
    }

    Books books() {
        return books;
    }

    Filling filling() {
        return filling;
    }

    /** Shops beside the one that the crowd buys at. */
    City city() {
        return city;
    }

    SharedShops sharedShops() {
        return sharedShops;
    }

    /** Of those who click. */
    Vertx vertx() {
        return servers.vertx();
    }

    Path tokens() {
        return folder.resolve("tokens");
    }

    /** Makes so many users with sessions and tokens, and a shop that can be read. */
    void gather(int users, IntConsumer progress) throws IOException, SQLException {
        SessionPolicy policy =
                new SessionPolicy(Crowd.LIFE, SessionPolicy.DEFAULT.absolute(), SessionPolicy.DEFAULT.slideInterval());
        SessionStore store = loop.redis().sessionStore(policy);
        byte[] key = plan.settings().getOrDefault(SECRET, "").getBytes(StandardCharsets.UTF_8);
        new Crowd(servers.vertx(), key, database, store).gather(users, tokens(), progress);
        city.awaitReadable(NodeProcess.SHOP);
    }

    Sale openSale(long stock) throws IOException, SQLException {
        return books.sale(node.openSale(stock));
    }

    List<Sale> openSales(int count, long stock) throws IOException, SQLException {
        List<Sale> sales = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sales.add(openSale(stock));
        }
        return sales;
    }

    /** Sends clicks as they are due, after others to the bare route, by which the generator gets warm and connected. */
    LoadResult post(LoadPlan plan, int connections, List<String> paths) throws IOException {
        List<String> known;
        try (Stream<String> lines = Files.lines(tokens())) {
            known = lines.limit(plan.requests()).toList();
        }
        try (HttpLoad load = new HttpLoad(servers.vertx(), node.port(), connections)) {
            LoadPlan warmUp = new LoadPlan(plan.rate(), WARM_UP, plan.mostInFlight());
            var _ = await(load.post(warmUp, List.of("/bare"), known), WARM_UP.plus(TIMEOUT));
            return await(load.post(plan, paths, known), plan.length().plus(TIMEOUT));
        }
    }

    /** Whether one click is answered within a moment. */
    boolean isAnswered(String path) throws IOException {
        LoadPlan one = new LoadPlan(1, Duration.ofSeconds(1), 1);
        try (Stream<String> lines = Files.lines(tokens());
                HttpLoad load = new HttpLoad(servers.vertx(), node.port(), 1)) {
            List<String> token = lines.limit(1).toList();
            CompletionStage<LoadResult> answer = load.post(one, List.of(path), token);
            var _ = await(answer, MOMENT);
            return true;
        } catch (IOException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    /** What one click is told. */
    String answer(String path) throws IOException {
        try (Stream<String> lines = Files.lines(tokens())) {
            return Asking.post(node.port(), path, lines.findFirst().orElseThrow());
        }
    }

    /** What a reader is told. */
    String read(String path) throws IOException {
        return Asking.get(node.port(), path);
    }

    /** How many SELECTs MySQL has had, whoever sent them, by its own count. */
    long selects() throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Com_select'")) {
            if (!rows.next()) {
                throw new SQLException("the server does not count SELECTs");
            }
            return rows.getLong(2);
        }
    }

    /** From here on MySQL holds back who asks for a shop. */
    SlowShops slowShops() throws SQLException {
        return SlowShops.begin(database);
    }

    /** So many more nodes on the same servers, one cluster of their own. */
    StormNodes startStormNodes(int count) throws IOException {
        return StormNodes.start(count, folder, plan.flags(), plan.settings());
    }

    private static Connection connect(MySqlConfig database) throws SQLException {
        String url = "jdbc:mariadb://" + database.host() + ':' + database.port() + '/' + database.database()
                + "?allowPublicKeyRetrieval=true&rewriteBatchedStatements=true";
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    @Override
    public void close() throws IOException, SQLException {
        database.close();
        node.close();
        servers.close();
    }
}
