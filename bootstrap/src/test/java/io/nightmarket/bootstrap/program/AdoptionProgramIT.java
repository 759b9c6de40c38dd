package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OldSite;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program on the database of an hm-dianping site: a sale under way goes on where the old software left it. */
@Tag("adoption")
final class AdoptionProgramIT {
    @TempDir(factory = PreparedFolder.class)
    private static Path folder;

    /** Used by this class alone: a stream of orders belongs to one database. */
    private static OwnServer redis;

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @BeforeAll
    static void startRedis() {
        redis = OwnServer.redis(folder);
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static Program start(String smsUrl, String mysql) {
        return Program.startQuickly(Map.of(
                "NIGHTMARKET_TOKEN_SECRET", SECRET,
                "NIGHTMARKET_SMS_URL", smsUrl,
                "NIGHTMARKET_REDIS", redis.uri(),
                "NIGHTMARKET_MYSQL", mysql));
    }

    @Test
    void aSaleUnderWayGoesOnForOldBuyersAndNew() throws Exception {
        OldSite site = new OldSite(Instant.now());
        try (SiteDatabase database = site.database;
                SmsGateway gateway = new SmsGateway();
                Program program = start(gateway.address(), database.uri());
                Client client = new Client(program.address());
                MySqlPeek mysql = new MySqlPeek(database.uri())) {
            assertTrue(program.output().contains("holds rows left as they are: "), program::output);
            readsWhatIsThere(client, site);
            oldBuyersAreRemembered(client, site, gateway.logIn(client, site.phone(0)));

            String token = gateway.logIn(client, site.phone(5));
            Client.Answer bought = client.post("/voucher-order/seckill/" + site.saleOn, token, null);
            assertTrue(bought.success(), bought::toString);
            assertTrue(Long.parseLong(bought.data()) > site.largestId(), bought::toString);
            Eventually.holds("settled", () -> mysql.orders(site.saleOn).contains(bought.data()));
            assertEquals(6, mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", site.saleOn));
            assertEquals(
                    0,
                    mysql.number("SELECT COUNT(*) FROM flash_sale f JOIN tb_seckill_voucher s USING (voucher_id)"
                            + " WHERE f.issued <> COALESCE(s.stock, 0)"
                            + " + (SELECT COUNT(*) FROM order_claim c WHERE c.voucher_id = f.voucher_id)"));
            assertEquals("SOLD_OUT", buy(client, site.saleOversold, token).code());
            assertEquals("SOLD_OUT", buy(client, site.saleWithoutStock, token).code());
            for (long never : List.of(site.saleReversed, site.saleUndated)) {
                Client.Answer refused = buy(client, never, token);
                assertEquals(200, refused.status(), refused::toString);
                assertFalse(refused.success(), refused::toString);
            }
            assertFalse(program.output().contains("SMS code"), program::output);
        }
    }

    private static Client.Answer buy(Client client, long sale, String token) {
        return client.post("/voucher-order/seckill/" + sale, token, null);
    }

    private static void readsWhatIsThere(Client client, OldSite site) {
        JsonObject shop = client.get("/shop/" + site.shop, null).object();
        assertEquals("103茶餐厅", shop.getString("name"));
        assertEquals(4215, shop.getInteger("sold"));
        assertEquals(7, shop.getInteger("score"));
        JsonArray vouchers =
                client.get("/voucher/list/" + site.shop, null).body().getJsonArray("data");
        assertEquals(4, vouchers.size(), vouchers::encode);
    }

    private static void oldBuyersAreRemembered(Client client, OldSite site, String token) {
        assertEquals(site.user(0), client.get("/user/me", token).object().getLong("id"));
        String old = Long.toString(site.oldId(Duration.ofMinutes(50), 1));
        Client.Answer again = buy(client, site.saleOn, token);
        assertEquals("ALREADY_BOUGHT", again.code());
        assertEquals(old, again.data());
        JsonObject order = client.get("/voucher-order/" + old, token).object();
        assertEquals("SETTLED", order.getString("state"));
        assertEquals(2, order.getInteger("status"));
    }

    @Test
    void halfASiteIsSaidInOneSentenceAndNotChanged() throws Exception {
        try (SiteDatabase database = SiteDatabase.ofASite()) {
            database.run("DROP TABLE tb_sign");
            isRefused(database, "lacks what an hm-dianping site has: table tb_sign.");
        }
    }

    @Test
    void otherSoftwaresDatabaseIsSaidInOneSentenceAndNotChanged() throws Exception {
        try (SiteDatabase database = new SiteDatabase()) {
            database.run("CREATE TABLE invoices (id INT PRIMARY KEY)");
            isRefused(database, "give Night Market one of its own.");
        }
    }

    private static void isRefused(SiteDatabase database, String reason) throws Exception {
        List<String> before = database.tables();
        try (Program program = start("http://127.0.0.1:1/send", database.uri())) {
            assertEquals(2, program.exitCode(), program::output);
            assertTrue(program.output().endsWith(reason), program::output);
            assertEquals(1, program.output().lines().count(), program::output);
        }
        assertEquals(before, database.tables());
    }
}
