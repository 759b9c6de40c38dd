package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Totp;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@code user grant} and {@code user shops} of the packaged program, and the rights that they give. */
@ResourceLock("TestServers")
@Tag("commands")
final class UserCommandIT {
    /** On a busy machine a program needs a second and more for its first connection. */
    private static final Map<String, String> REAL = Map.of(
            "NIGHTMARKET_MYSQL",
            TestServers.mysqlUri(),
            "NIGHTMARKET_REDIS",
            TestServers.redisUri(),
            "NIGHTMARKET_REDIS_TIMEOUT",
            "20s",
            "NIGHTMARKET_MYSQL_TIMEOUT",
            "20s");

    private static final String COUNTS = " now; the role counts within session.trust";

    /** Another at every run: the servers may be those of an earlier run. */
    private final String phone = "157" + (10_000_000 + new Random().nextInt(90_000_000));

    @TempDir
    private Path data;

    @Test
    void onRealServersAnAdminIsMadeWithoutSql() throws Exception {
        try (SmsGateway gateway = new SmsGateway();
                Program node = onRealServers(gateway);
                Client client = new Client(node.address())) {
            String token = gateway.logIn(client, phone);
            assertEquals(403, client.get("/admin/locks", token).status());
            for (int i = 0; i < 2; i++) {
                assertEquals(phone + " is ADMIN" + COUNTS, done(REAL, "grant", phone, "ADMIN"));
            }
            Eventually.holds(
                    "the role counts in the open session",
                    () -> client.get("/admin/locks", token).success());

            assertEquals(
                    phone + " is SHOPPER now and owns no shops; it counts within session.trust",
                    done(REAL, "revoke", phone));
            Eventually.holds(
                    "the role counts no more",
                    () -> client.get("/admin/locks", token).status() == 403);
        }
    }

    @Test
    void staffNeedASecondFactorIfItIsRequired() throws Exception {
        try (SmsGateway gateway = new SmsGateway();
                Program node = onRealServers(gateway, Map.of("NIGHTMARKET_ACCOUNTS_STAFF_SECOND_FACTOR", "true"));
                Client client = new Client(node.address())) {
            var _ = done(REAL, "grant", phone, "ADMIN");
            assertEquals(
                    403,
                    client.get("/admin/locks", gateway.logIn(client, phone)).status());
            String uri = done(REAL, "second-factor", phone).strip();
            String secret = uri.substring(uri.indexOf("secret=") + "secret=".length());
            assertTrue(uri.startsWith("otpauth://totp/Night%20Market:" + phone + "?"), uri);

            long step = System.currentTimeMillis() / Totp.STEP.toMillis();
            String admin = gateway.logIn(client, phone, Totp.at(bytes(secret), step));

            assertTrue(client.get("/admin/locks", admin).success());
            assertEquals(
                    phone + " has no second factor any more",
                    done(REAL, "second-factor", phone, "--remove").strip());
        }
    }

    /** Decodes base 32, which the JDK lacks. */
    private static byte[] bytes(String base32) {
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < base32.length(); i++) {
            bits = bits.shiftLeft(5)
                    .or(BigInteger.valueOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(base32.charAt(i))));
        }
        byte[] secret = new byte[20];
        byte[] all = bits.toByteArray();
        int length = Math.min(20, all.length);
        System.arraycopy(all, all.length - length, secret, 20 - length, length);
        return secret;
    }

    @Test
    void aMerchantGetsAShopAndLosesIt() throws Exception {
        try (SmsGateway gateway = new SmsGateway();
                Program node = onRealServers(gateway);
                Client client = new Client(node.address());
                MySqlPeek mysql = new MySqlPeek(TestServers.mysqlUri())) {
            long shop = newShop(mysql);
            assertEquals(
                    phone + " is MERCHANT" + COUNTS + " (the account is new)", done(REAL, "grant", phone, "MERCHANT"));
            String merchant = gateway.logIn(client, phone);
            JsonObject change = object("id", shop, "openHours", "10:00-23:00");
            assertEquals(403, client.put("/shop", merchant, change).status());

            assertEquals(
                    phone + " owns shop " + shop + " now; it counts at once", done(REAL, "shops", phone, "+" + shop));
            assertTrue(client.put("/shop", merchant, change).success());
            assertEquals(
                    phone + " no longer owns shop " + shop + "; it counts at once",
                    done(REAL, "shops", phone, "-" + shop));
            assertEquals(403, client.put("/shop", merchant, change).status());
        }
    }

    @Test
    void aRefusalIsOneSentenceAndChangesNothing() throws Exception {
        try (MySqlPeek mysql = new MySqlPeek(TestServers.mysqlUri())) {
            // Makes the tables, if this is the first test here.
            var _ = done(REAL, "grant", phone, "MERCHANT");
            long shop = newShop(mysql);
            assertEquals("shop 999999999 not found; nothing was changed", refused("+" + shop, "+999999999"));
            assertEquals("shop " + shop + " can't be both given and taken away", refused("+" + shop, "-" + shop));
            assertEquals(0, mysql.number("SELECT COUNT(*) FROM merchant_shop WHERE shop_id = ?", shop));

            var _ = done(REAL, "grant", phone, "ADMIN");
            assertEquals(phone + " is ADMIN, and only a MERCHANT owns shops", refused("+" + shop));
            String unreachable =
                    ended(2, Map.of("NIGHTMARKET_MYSQL", "mysql://u:secret@127.0.0.1:1/none"), "shops", phone, "+1");
            assertTrue(unreachable.startsWith("nightmarket: no connection to MySQL at 127.0.0.1:1: "), unreachable);
        }
    }

    @Test
    void embeddedServersAreStartedForItUnlessANodeRunsThem() throws Exception {
        String embedded = "--data=" + data;
        String other = "158" + phone.substring(3);
        assertEquals(
                phone + " is ADMIN" + COUNTS + " (the account is new)",
                done(Map.of(), "grant", phone, "ADMIN", embedded));
        assertEquals(List.of(), Program.processesOn(data), "servers were left running");
        try (Program node = Program.start(Map.of(), "--data", data.toString());
                Client client = new Client(node.address())) {
            Shoppers shoppers = new Shoppers(node, client);
            assertTrue(client.get("/admin/locks", shoppers.logIn(phone)).success());
            assertTrue(client.get("/shop/1", null).success(), "the demo data is there");

            String token = shoppers.logIn(other);
            var _ = done(Map.of(), "grant", other, "ADMIN", embedded);
            assertTrue(client.get("/admin/locks", token).success());
            assertEquals(143, node.terminate(), node::output);
        }
        assertEquals(List.of(), Program.processesOn(data), "servers were left running");
    }

    private static Program onRealServers(SmsGateway gateway) {
        return onRealServers(gateway, Map.of());
    }

    private static Program onRealServers(SmsGateway gateway, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef");
        environment.put("NIGHTMARKET_SMS_URL", gateway.address());
        environment.put("NIGHTMARKET_SESSION_TRUST", "200ms");
        return Program.start(environment, "--redis", TestServers.redisUri(), "--mysql", TestServers.mysqlUri());
    }

    private long newShop(MySqlPeek mysql) {
        mysql.write(
                "INSERT INTO tb_shop (name, type_id, images, address, x, y) VALUES (?, 1, '', '湖滨', 120.1, 30.2)",
                phone);
        return mysql.number("SELECT MAX(id) FROM tb_shop WHERE name = ?", phone);
    }

    /** The line that the command ends with; there is no other. */
    private static String done(Map<String, String> environment, String... arguments) throws Exception {
        return ended(0, environment, arguments);
    }

    private String refused(String... changes) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("shops", phone));
        arguments.addAll(List.of(changes));
        String sentence = ended(2, REAL, arguments.toArray(String[]::new));
        assertTrue(sentence.startsWith("nightmarket: "), sentence);
        assertFalse(sentence.contains("secret"), sentence);
        return sentence.substring("nightmarket: ".length());
    }

    private static String ended(int code, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("user"));
        command.addAll(List.of(arguments));
        try (Program program = Program.command(environment, command.toArray(String[]::new))) {
            assertEquals(code, program.exitCode(), program::output);
            assertEquals(1, program.output().lines().count(), program::output);
            return program.output();
        }
    }
}
