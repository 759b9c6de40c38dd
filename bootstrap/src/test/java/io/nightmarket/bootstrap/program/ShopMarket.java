package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Two clustered nodes on servers that nobody but the test brings back once it killed them. The one who opens and changes
 * shops here is an admin, at the first node.
 */
final class ShopMarket implements AutoCloseable {
    static final int TYPE = 1;
    static final int OTHER_TYPE = 2;

    /** A lake, far from all other shops. */
    static final double X = 120.149993;

    static final double Y = 30.334229;

    /** The time-outs of conf/application.yaml: what nodes do while a server is away depends on them. */
    static final Map<String, String> USUAL = Map.of(
            "NIGHTMARKET_REDIS_TIMEOUT", "1s",
            "NIGHTMARKET_MYSQL_TIMEOUT", "1500ms",
            "NIGHTMARKET_CACHE_HARD_TIMEOUT", "1500ms");

    private static final int NODES = 2;
    private static final int CONNECTIONS = 500;
    private static final int UNAVAILABLE = 503;

    /** Whoever looks so often has it kept. */
    private static final int LOOKS = 3;

    private static final String ADMIN = "13800000000";

    private final OwnServer redis;
    private final OwnServer mysql;
    private final Path statements;
    private final SmsGateway gateway = new SmsGateway();
    private final List<Program> nodes = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Client> metrics = new ArrayList<>();
    private final MySqlPeek inMySql;
    private String token = "";

    private ShopMarket(Path data) throws Exception {
        redis = OwnServer.redis(data);
        statements = data.toRealPath().resolve("statements.log");
        mysql = OwnServer.mariaDb(data, "--general-log", "--general-log-file=" + statements);
        inMySql = new MySqlPeek(mysql.uri());
    }

    /** @param settings the settings of both nodes, beside {@link Program#PATIENCE} */
    static ShopMarket open(Path data, Map<String, String> settings) throws Exception {
        ShopMarket market = new ShopMarket(data);
        try {
            market.startNodes(settings);
            market.admitAdmin();
            market.untilTheFilterIsBuilt();
            return market;
        } catch (Exception | AssertionError e) {
            market.close();
            throw e;
        }
    }

    private void startNodes(Map<String, String> settings) throws IOException {
        Map<String, String> cluster = ClusterSettings.unique();
        for (int i = 0; i < NODES; i++) {
            int port = FreePort.any();
            Program node = start(cluster, port, settings);
            nodes.add(node);
            metrics.add(new Client("http://127.0.0.1:" + port));
            // One after the other: two that start at a time are slow to each other.
            clients.add(new Client(node.address(), CONNECTIONS));
        }
    }

    private void admitAdmin() throws Exception {
        for (int type : List.of(TYPE, OTHER_TYPE)) {
            inMySql.write("INSERT INTO tb_shop_type (id, name, icon, sort) VALUES (?, '美食', '', 1)", type);
        }
        inMySql.write("INSERT INTO tb_user (phone, nick_name) VALUES (?, 'admin')", ADMIN);
        inMySql.write("INSERT INTO user_role (user_id, role) SELECT id, 'ADMIN' FROM tb_user WHERE phone = ?", ADMIN);
        token = gateway.logIn(clients.getFirst(), ADMIN);
    }

    private Program start(Map<String, String> cluster, int metricsPort, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef");
        environment.put("NIGHTMARKET_SMS_URL", gateway.address());
        environment.putAll(cluster);
        environment.put("NIGHTMARKET_METRICS_PORT", Integer.toString(metricsPort));
        return Program.start(environment, "--cluster", "--redis", redis.uri(), "--mysql", mysql.uri());
    }

    OwnServer redis() {
        return redis;
    }

    OwnServer mysql() {
        return mysql;
    }

    RedisPeek inRedis() {
        return new RedisPeek(redis.uri());
    }

    MySqlPeek inMySql() {
        return inMySql;
    }

    ShopQueryCounter loads() {
        return new ShopQueryCounter(statements);
    }

    /** The two nodes. */
    List<Client> nodes() {
        return clients;
    }

    /** The sum over both nodes, as {@link MetricsPage#value}. */
    double metric(String name, String... labels) {
        return metrics.stream()
                .map(page -> new MetricsPage(page.get("/metrics", null).body().getString("text")))
                .mapToDouble(page -> page.value(name, labels))
                .sum();
    }

    /** How often something happened at the cache of shops. */
    double shopEvents(String event) {
        return metric("nightmarket_cache_events_total", "cache=\"shop\"", "event=\"" + event + '"');
    }

    void untilTheFilterIsBuilt() {
        RedisPeek peek = inRedis();
        Eventually.holds("the filter is built", () -> peek.field("nm:shop:{bloom}:meta", "build") != null);
    }

    /** Answers the number of a new shop. */
    long open(String name) {
        return open(TYPE, name, X, Y);
    }

    long open(int type, String name, double x, double y) {
        JsonObject shop = object("name", name, "typeId", type, "address", "湖滨", "x", x, "y", y);
        Client.Answer opened = answered(() -> clients.getFirst().post("/shop", token, shop));
        assertTrue(opened.success(), opened::toString);
        return Long.parseLong(opened.data());
    }

    void rename(long shop, String name) {
        change(object("id", shop, "name", name));
    }

    void change(JsonObject change) {
        Client.Answer changed = answered(() -> changeOnce(change));
        assertTrue(changed.success(), changed::toString);
    }

    /** What comes of it, which may be that a server was slow. */
    Client.Answer changeOnce(JsonObject change) {
        return clients.getFirst().put("/shop", token, change);
    }

    /** A node that is short of patience may have met a slow server: it is asked again, as a merchant would. */
    private static Client.Answer answered(Supplier<Client.Answer> ask) {
        AtomicReference<Client.Answer> answer = new AtomicReference<>();
        Eventually.holds("it is done or refused", () -> {
            answer.set(ask.get());
            return answer.get().status() != UNAVAILABLE;
        });
        return answer.get();
    }

    /** Returns when Redis has confirmed every change: a change that is replayed later would invalidate entries again. */
    void untilChangesAreConfirmed() {
        Eventually.holds(
                "all changes are confirmed",
                () -> inMySql.number("SELECT COUNT(*) FROM cache_change WHERE confirmed_by = ''") == 0);
    }

    /** Returns when both nodes have these shops in their memory. */
    void untilKnown(List<Long> shops) {
        for (Client node : clients) {
            for (long shop : shops) {
                for (int i = 0; i < LOOKS; i++) {
                    Eventually.holds(
                            "shop " + shop + " is known and fresh", () -> isFresh(node.get("/shop/" + shop, null)));
                }
            }
        }
    }

    private static boolean isFresh(Client.Answer answer) {
        return answer.success() && !answer.headers().contains("cache-status");
    }

    /** Has the entry in Redis be past its time, and neither of the nodes have a copy that is not. */
    void age(long shop, long nearMillis) {
        RedisPeek peek = inRedis();
        String key = "nm:shop:cache:{" + shop + '}';
        peek.tell(
                Command.SET,
                key,
                new JsonObject(peek.text(key))
                        .put("freshUntil", System.currentTimeMillis() - 1)
                        .encode(),
                "KEEPTTL");
        Eventually.rest(Duration.ofMillis(nearMillis));
    }

    @Override
    public void close() throws SQLException {
        inMySql.close();
        metrics.forEach(Client::close);
        clients.forEach(Client::close);
        nodes.forEach(Program::kill);
        gateway.close();
        mysql.close();
        redis.close();
    }
}
