package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.Parts;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A node on servers of its own that is killed and started again, with gates before both servers. */
final class OrderCrash implements AutoCloseable {
    private static final String ADMIN = "13800000000";
    private static final List<String> PHONES = List.of("15100000001", "15100000002");

    private final Parts parts = new Parts();
    private final TcpProxy toRedis;
    private final TcpProxy toMySql;
    private final SmsGateway gateway;
    private final int metricsPort = FreePort.any();
    final MySqlPeek mysql;
    final RedisPeek redis;
    private final List<String> buyers = new ArrayList<>();
    private final String admin;
    private Program program;
    private Client client;
    private Shoppers shoppers;
    private StepGate gate = new StepGate();

    OrderCrash(Path data) throws Exception {
        gateway = parts.add(new SmsGateway());
        OwnServer redisServer = parts.add(OwnServer.redis(data));
        OwnServer mysqlServer = parts.add(OwnServer.mariaDb(data));
        toRedis = parts.add(new TcpProxy(redisServer.uri()));
        toMySql = parts.add(new TcpProxy(mysqlServer.uri()));
        mysql = parts.add(new MySqlPeek(mysqlServer.uri()));
        redis = new RedisPeek(redisServer.uri());
        start();
        mysql.addAdminAndShop(ADMIN);
        admin = gateway.logIn(client, ADMIN);
        for (String phone : PHONES) {
            buyers.add(gateway.logIn(client, phone));
        }
    }

    private void start() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef",
                "NIGHTMARKET_SMS_URL", gateway.address(),
                "NIGHTMARKET_PAYMENTS_GATEWAY", "sandbox",
                "NIGHTMARKET_LIMITS_BUYS_PER_USER", "0",
                "NIGHTMARKET_METRICS_PORT", Integer.toString(metricsPort)));
        program = Program.startQuickly(environment, "--redis", toRedis.uri(), "--mysql", toMySql.uri());
        client = new Client(program.address());
        shoppers = new Shoppers(program, client);
    }

    /** From here on the gates know of these calls. */
    void guard(InterruptedCall call) {
        gate.add(call);
        toRedis.guard(gate.redis());
        toMySql.guard(gate.mysql());
    }

    /** kill -9, with what is held back; and a start, at which the leases of the killed node are over. */
    void killAndStart() throws IOException {
        program.kill();
        gate.end();
        toRedis.cut();
        toMySql.cut();
        client.close();
        gate = new StepGate();
        toRedis.guard(gate.redis());
        toMySql.guard(gate.mysql());
        redis.tell(
                Command.EVAL,
                "for _, key in ipairs(redis.call('KEYS', 'nm:lock:*')) do redis.call('DEL', key) end",
                "0");
        mysql.write("UPDATE idempotency_key SET claimed_at = claimed_at - INTERVAL 1 MINUTE WHERE answer IS NULL");
        start();
    }

    /** A sale of one unit, which the first buyer has. */
    long openAndBuy() {
        long sale = shoppers.openSale(admin, 1);
        long _ = buy(0, sale);
        return sale;
    }

    /** The order, once it is settled; a shard may be closed for a moment after a kill. */
    long buy(int buyer, long sale) {
        Eventually.holds(
                "an order is accepted",
                () -> Client.await(shoppers.click(buyers.get(buyer), sale)).status() == 200);
        String user = "(SELECT id FROM tb_user WHERE phone = '" + PHONES.get(buyer) + "')";
        Eventually.holds("it is settled", () -> orderOf(user, sale) > 0);
        return orderOf(user, sale);
    }

    private long orderOf(String user, long sale) {
        return mysql.number("SELECT id FROM tb_voucher_order WHERE voucher_id = ? AND user_id = " + user, sale);
    }

    /** Lets the time to pay be over; returns when the order is cancelled, and its unit released. */
    void expire(long order) {
        mysql.write(SaleDatabase.EXPIRE, order);
        Eventually.holds(
                "expired, and released",
                () -> mysql.number("SELECT COUNT(*) FROM stock_return WHERE id = ? AND done = 1", order) == 1);
    }

    Future<Answer> call(long order, String action, @Nullable String key) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("authorization", buyers.getFirst())
                .add("content-type", "application/json");
        if (key != null) {
            headers.add("Idempotency-Key", key);
        }
        @Nullable Buffer body = action.equals("pay") ? object("payType", 2).toBuffer() : null;
        return client.sendRaw(HttpMethod.POST, "/voucher-order/" + order + '/' + action, headers, body);
    }

    /** The payment that a request with this key begins, once it is known. */
    OptionalLong paymentOf(String key) {
        long subject = mysql.number(
                "SELECT subject FROM idempotency_key WHERE request_key = ? AND operation = 'payOrder'", key);
        return subject < 0 ? OptionalLong.empty() : OptionalLong.of(subject);
    }

    double secondsWithoutOutcome() throws IOException {
        return new MetricsPage(HttpCalls.get(metricsPort, "/metrics"))
                .value("nightmarket_paid_without_outcome_seconds");
    }

    @Override
    public void close() {
        gate.end();
        client.close();
        program.close();
        parts.close();
    }
}
