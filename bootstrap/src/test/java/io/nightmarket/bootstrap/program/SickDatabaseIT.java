package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Jdbc;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While the database refuses to be written, accepted orders wait; none is given up, and all are settled afterwards. */
@Tag("outage")
final class SickDatabaseIT extends OneNode {
    private static final int BUYERS = 40;
    private static final long FIRST_PHONE = 15_300_000_000L;

    private List<String> tokens = List.of();
    private String admin = "";

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        start(
                data,
                Map.of(
                        "NIGHTMARKET_LIMITS_BUYS_PER_USER", "0",
                        "NIGHTMARKET_SALE_SETTLE_TIMEOUT", "1s",
                        "NIGHTMARKET_SALE_AUDIT", "1s"));
        tokens = shoppers.logIn(BUYERS, FIRST_PHONE);
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    private void buy(long sale) {
        Client.await(Future.all(tokens.stream()
                        .map(token -> client.send(HttpMethod.POST, "/voucher-order/seckill/" + sale, token, null))
                        .toList()))
                .<Answer>list()
                .forEach(answer -> assertTrue(answer.success(), answer::toString));
    }

    /** More failures than any number of tries once allowed, halving included. */
    private void awaitStall() {
        Eventually.holds(
                "the stall is shown",
                () -> client.get("/admin/shards", admin).body().getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .anyMatch(shard -> "STALLED".equals(shard.getString("settlement"))));
        assertEquals(200, client.get("/health/ready", admin).status());
    }

    private void assertAllAreSettled(long sale) {
        Eventually.holdsWithin(
                Duration.ofMinutes(2),
                "all are settled",
                () -> mysql.orders(sale).size() == BUYERS);
        mysql.assertSoldOnce(sale, BUYERS);
        assertEquals(0, mysql.number("SELECT COUNT(*) FROM order_rejection WHERE voucher_id = ?", sale));
        assertEquals(0, mysql.number("SELECT COUNT(*) FROM dead_letter WHERE voucher_id = ?", sale));
    }

    /** As after the promotion of a replica that lags, and while Redis itself changes its replication id. */
    @Test
    void commitsThatTheDatabaseLostAreMadeAgainFromAQueueThatWasOpenedAnew() {
        long sale = shoppers.openSale(admin, BUYERS);
        buy(sale);
        assertAllAreSettled(sale);
        Set<String> settled = mysql.orders(sale);
        mysql.write("CREATE TEMPORARY TABLE lost AS SELECT id FROM tb_voucher_order WHERE voucher_id = " + sale
                + " ORDER BY id DESC LIMIT 10");
        mysql.write("DELETE FROM order_claim WHERE order_id IN (SELECT id FROM lost)");
        mysql.write("DELETE FROM tb_voucher_order WHERE id IN (SELECT id FROM lost)");
        mysql.write("UPDATE tb_seckill_voucher SET stock = stock + 10 WHERE voucher_id = " + sale);
        long epoch = mysql.number("SELECT MAX(epoch) FROM order_shard");

        redis.tell(Command.DEBUG, "CHANGE-REPL-ID");

        Eventually.holds("the shard is opened again", () -> mysql.number("SELECT MAX(epoch) FROM order_shard") > epoch);
        assertAllAreSettled(sale);
        assertEquals(settled, mysql.orders(sale), "under the ids that were answered");
    }

    @ParameterizedTest
    @CsvSource({
        "RENAME TABLE tb_voucher_order TO tb_voucher_order_away, RENAME TABLE tb_voucher_order_away TO tb_voucher_order",
        "ALTER TABLE tb_voucher_order ADD COLUMN tenant INT NOT NULL, ALTER TABLE tb_voucher_order DROP COLUMN tenant"
    })
    void aTableThatIsGoneOrAColumnWithoutADefaultCostsNoOrder(String breaks, String mends) {
        long sale = shoppers.openSale(admin, BUYERS);
        mysql.write(breaks);
        buy(sale);
        awaitStall();
        mysql.write(mends);
        assertAllAreSettled(sale);
    }

    @Test
    void aRowLockThatSomebodyForgotCostsNoOrder() throws Exception {
        long sale = shoppers.openSale(admin, BUYERS);
        try (Connection console = Jdbc.open(servers.mysqlUri());
                Statement statement = console.createStatement()) {
            console.setAutoCommit(false);
            statement.executeQuery("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = " + sale + " FOR UPDATE");
            buy(sale);
            awaitStall();
        }
        assertAllAreSettled(sale);
    }
}
