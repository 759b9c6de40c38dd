package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody meddles with the Redis of a running node, and the audit puts it right. */
@Tag("features")
final class SaleAuditIT extends OneNode {
    private static final int USERS = 20;
    private static final long FIRST_PHONE = 15_300_000_000L;
    private static final String QUEUE_DRIFT = "nightmarket_audit_discrepancy{kind=\"queue\"}";
    private static final String BOOKS_DRIFT = "nightmarket_audit_discrepancy{kind=\"database\"}";
    private static final String EMITTED_AGAIN = "nightmarket_orders_reenqueued_total";

    private Client metrics;
    private List<String> tokens = List.of();
    private String admin = "";

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        int port = FreePort.any();
        start(
                data,
                Map.of(
                        "NIGHTMARKET_SALE_AUDIT", "200ms",
                        "NIGHTMARKET_SALE_SETTLE_TIMEOUT", "60s",
                        "NIGHTMARKET_METRICS_PORT", Integer.toString(port)));
        metrics = new Client("http://127.0.0.1:" + port);
        tokens = shoppers.logIn(USERS, FIRST_PHONE);
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    @AfterAll
    void closeMetrics() {
        metrics.close();
    }

    /** The value of a metric, 0 when there is none of this name. */
    private double metric(String name) {
        return page().lines()
                .filter(line -> line.startsWith(name + ' '))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    private String page() {
        return metrics.get("/metrics", null).body().getString("text", "");
    }

    /** Two more rounds find nothing amiss. */
    private void assertAllIsWell() {
        double rounds = metric("nightmarket_audit_iterations_total");
        Eventually.holds(
                "the audit finds no drift",
                () -> metric("nightmarket_audit_iterations_total") >= rounds + 2
                        && page().contains(QUEUE_DRIFT + " 0.0")
                        && page().contains(BOOKS_DRIFT + " 0.0"));
    }

    private String buy(String token, long sale) {
        Answer answer = Client.await(shoppers.click(token, sale));
        assertTrue(answer.success(), answer::toString);
        return answer.data();
    }

    @Test
    @Tag("outage")
    void acceptedOrdersThatVanishOnTheirWayAreSettledAllTheSame() {
        long sale = shoppers.openSale(admin, USERS);
        String stream = mysql.redisPrefix(sale) + "orders";
        double before = metric(EMITTED_AGAIN);
        Set<String> answered = new HashSet<>();
        // The writer gets no further than its first batch.
        mysql.write("START TRANSACTION");
        assertTrue(mysql.number(
                        "SELECT o.fence FROM order_shard o JOIN flash_sale f ON f.shard = o.shard"
                                + " WHERE f.voucher_id = ? FOR UPDATE",
                        sale)
                > 0);
        for (String token : tokens) {
            answered.add(buy(token, sale));
        }
        assertEquals(USERS, redis.streamLength(stream));
        redis.tell(Command.XTRIM, stream, "MAXLEN", "0");
        mysql.write("ROLLBACK");

        Eventually.holds("every order is settled", () -> mysql.orders(sale).equals(answered));
        Eventually.holds("the round that emitted them has ended", () -> metric(EMITTED_AGAIN) > before);
        assertAllIsWell();
        mysql.assertSoldOnce(sale, USERS);
        assertEquals("0", redis.field(mysql.redisPrefix(sale) + "sale:" + sale, "free"));
    }

    /** As a database that synced late, or a replica in its place, may have forgotten them. */
    @Test
    @Tag("outage")
    void ordersThatTheDatabaseLostAreSettledAgain() {
        long sale = shoppers.openSale(admin, 5);
        Set<String> answered = Set.of(buy(tokens.get(0), sale), buy(tokens.get(1), sale));
        Eventually.holds("both are settled", () -> mysql.orders(sale).equals(answered));

        mysql.write("START TRANSACTION");
        mysql.write("DELETE FROM tb_voucher_order WHERE voucher_id = ?", sale);
        mysql.write("DELETE FROM order_claim WHERE voucher_id = ?", sale);
        mysql.write("UPDATE tb_seckill_voucher SET stock = 5 WHERE voucher_id = ?", sale);
        mysql.write("COMMIT");

        Eventually.holds("both are settled again", () -> mysql.orders(sale).equals(answered));
        assertAllIsWell();
        assertEquals(3, mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", sale));
    }

    @Test
    void unitsOutOfNowhereAreTakenBack() {
        long sale = shoppers.openSale(admin, 5);
        String reopened = "nightmarket_shards_recovered_total{shard=\""
                + mysql.number("SELECT shard FROM flash_sale WHERE voucher_id = ?", sale) + "\"}";
        String order = buy(tokens.getFirst(), sale);
        Eventually.holds("the order is settled", () -> mysql.orders(sale).equals(Set.of(order)));
        double before = metric(reopened);
        String key = mysql.redisPrefix(sale) + "sale:" + sale;

        redis.tell(Command.HINCRBY, key, "free", "3");

        Eventually.holds("the queue has what the database has", () -> "4".equals(redis.field(key, "free")));
        Eventually.holds("the shard was rebuilt", () -> metric(reopened) > before);
        assertAllIsWell();
        double rebuilt = metric(reopened);
        Answer again = Client.await(shoppers.click(tokens.getFirst(), sale));
        assertEquals("ALREADY_BOUGHT", again.code(), again::toString);
        assertAllIsWell();
        assertEquals(rebuilt, metric(reopened), "what is right is left alone");
    }

    @Test
    void deadLettersAreCounted() {
        mysql.write("INSERT INTO dead_letter (shard, entry_ms, entry_seq, reason) VALUES (1, 1, 1, 'unreadable')");

        Eventually.holds("it is counted", () -> metric("nightmarket_dead_letters") == 1);
        mysql.write("DELETE FROM dead_letter WHERE reason = 'unreadable'");
        Eventually.holds("none is left", () -> page().contains("nightmarket_dead_letters 0.0"));
    }

    @Test
    void metricsAreNotForShoppers() {
        assertEquals(404, client.get("/metrics", null).status());
        assertEquals(404, metrics.get("/health", null).status());
        assertTrue(page().contains("nightmarket_http_seconds_count"), this::page);
    }

    @Test
    @Tag("outage")
    void inTheRedisOfAnotherDatabaseNothingIsSold() {
        long sale = shoppers.openSale(admin, USERS);
        var _ = buy(tokens.getFirst(), sale);
        redis.tell(Command.SET, "nm:installation", "another");
        Eventually.holds(
                "the node notices",
                () -> program.output().contains("'redis' names a server that belongs to another database"));
        assertEquals(503, Client.await(shoppers.click(tokens.getLast(), sale)).status());
        assertEquals(503, client.get("/health/ready", null).status());
        assertTrue(client.get("/shop/1", null).success(), "the rest goes on");

        redis.tell(Command.DEL, "nm:installation");
        Eventually.holds(
                "the mark is put again",
                () -> Client.await(shoppers.click(tokens.getLast(), sale)).success());
        assertEquals(200, client.get("/health/ready", null).status());
    }
}
