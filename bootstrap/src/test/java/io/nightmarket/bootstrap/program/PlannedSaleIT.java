package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A merchant plans, corrects, pauses and moves a sale on two nodes; then Redis is killed while the window moves. */
@Tag("features")
final class PlannedSaleIT {
    private static final String MERCHANT = "13800000001";
    private static final Pattern PROCESS = Pattern.compile("process_id:([0-9]+)");

    private final Map<String, String> cluster = ClusterSettings.unique();

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    private static String in(Duration time) {
        return Instant.now().plus(time).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** A merchant's side of one sale. */
    private record Staff(Client client, String token, String sale) {
        JsonObject show() {
            return client.get("/sales/" + sale, token).object();
        }

        Answer correct(String member, Object value) {
            JsonObject body = object("version", show().getLong("version"), member, value, "reason", "corrected");
            return Client.await(client.send(HttpMethod.PUT, "/sales/" + sale, token, body));
        }

        Answer move(String verb) {
            return client.post("/sales/" + sale + '/' + verb, token, object("reason", verb));
        }
    }

    private static String draft(Client client, String merchant) {
        JsonObject sale = object("shopId", 1, "title", "草稿", "payValue", 8000, "actualValue", 10000, "stock", 5)
                .mergeIn(object("beginTime", in(Duration.ofHours(1)), "endTime", in(Duration.ofHours(2))))
                .mergeIn(object("draft", true, "signedPath", true));
        return client.post("/voucher/seckill", merchant, sale).data();
    }

    private static boolean isListed(Client client, String title) {
        return client.get("/voucher/list/1", null).body().encode().contains(title);
    }

    @Test
    void aSaleIsPlannedCorrectedAndMovedAndOutlivesItsRedis() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program first = node();
                Client here = new Client(first.address());
                Program second = node();
                Client there = new Client(second.address());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            Shoppers shoppers = new Shoppers(first, here);
            String merchant = shoppers.logIn(MERCHANT);
            String shopper = shoppers.logIn("15900000001");
            Staff staff = new Staff(here, merchant, draft(here, merchant));
            Staff elsewhere = new Staff(there, merchant, staff.sale());
            String path = "/voucher-order/seckill/" + staff.sale();

            plan(staff, elsewhere, shopper, path);
            String signed = moveTheBegin(staff, elsewhere, shopper, path);
            pause(staff, elsewhere, shopper, signed);
            assertEquals(
                    6,
                    mysql.number(
                            "SELECT COUNT(*) FROM audit_event WHERE subject LIKE ? AND before_change LIKE '{%'"
                                    + " AND reason IN ('corrected', 'pause', 'resume')",
                            "/sales/" + staff.sale() + "%"));
            killRedisWhileTheWindowMoves(servers, mysql, staff);
        }
    }

    private static void plan(Staff staff, Staff elsewhere, String shopper, String path) {
        assertFalse(isListed(staff.client(), "草稿"));
        assertEquals(
                "VOUCHER_NOT_FOUND", staff.client().get(path + "/path", shopper).code());
        assertTrue(elsewhere.correct("title", "正式").success());
        assertTrue(staff.client()
                .post("/sales/" + staff.sale() + "/publish", staff.token(), null)
                .success());
        Eventually.holds("it is listed on the other node", () -> isListed(elsewhere.client(), "正式"));
        assertEquals("SCHEDULED", elsewhere.show().getString("phase"));
        assertEquals(5, elsewhere.show().getJsonObject("numbers").getInteger("available"));
        assertEquals(
                "SALE_NOT_STARTED",
                elsewhere.client().get(path + "/path", shopper).code());
    }

    /** The purchase path follows on the other node; answers the signed one. */
    private static String moveTheBegin(Staff staff, Staff elsewhere, String shopper, String path) {
        assertTrue(staff.correct("payValue", 7000).success());
        Answer moved = staff.correct("beginTime", in(Duration.ofSeconds(-1)));
        assertTrue(moved.success(), moved::toString);
        Eventually.holds(
                "the path is published on the other node",
                () -> elsewhere.client().get(path + "/path", shopper).success());
        assertEquals("SALE_BEGUN", staff.correct("payValue", 1).code());
        assertEquals(7000, elsewhere.show().getInteger("payValue"));
        Answer withdrawn = staff.client().post("/sales/" + staff.sale() + "/withdraw", staff.token(), null);
        assertEquals("SALE_BEGUN", withdrawn.code());
        return elsewhere.client().get(path + "/path", shopper).data();
    }

    private static void pause(Staff staff, Staff elsewhere, String shopper, String signed) {
        assertEquals("PAUSED", elsewhere.move("pause").object().getString("state"));
        assertEquals("SALE_PAUSED", staff.client().post(signed, shopper, null).code());
        assertTrue(staff.correct("endTime", in(Duration.ofHours(3))).success());
        assertEquals("OPEN", staff.move("resume").object().getString("state"));
        Answer bought = elsewhere.client().post(signed, shopper, null);
        assertTrue(bought.success(), bought::toString);
        Eventually.holds(
                "the order is settled",
                () -> staff.show().getJsonObject("numbers").getInteger("claims") == 1);
    }

    /** The next node that starts brings Redis back. */
    private void killRedisWhileTheWindowMoves(EmbeddedServers servers, MySqlPeek mysql, Staff staff) throws Exception {
        long version = staff.show().getLong("version");
        String end = in(Duration.ofHours(4));
        String info = String.valueOf(new RedisPeek(servers.redisUri()).ask(Command.INFO, "server"));
        MatchResult found = PROCESS.matcher(info).results().findFirst().orElseThrow();
        ProcessHandle redis = ProcessHandle.of(Long.parseLong(found.group(1))).orElseThrow();
        assertTrue(redis.destroyForcibly());
        var _ = redis.onExit().get();

        JsonObject body = object("version", version, "endTime", end);
        Answer cut = Client.await(staff.client().send(HttpMethod.PUT, "/sales/" + staff.sale(), staff.token(), body));
        assertEquals(503, cut.status(), cut::toString);
        assertEquals(1, pending(mysql, staff));
        try (Program third = node()) {
            assertTrue(Eventually.within(Duration.ofMinutes(3), () -> pending(mysql, staff) == 0), third::output);
            assertEquals(
                    Instant.parse(end),
                    Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(
                            staff.show().getString("endTime"))));
            Eventually.holds(
                    "the queue has it",
                    () -> mysql.number(
                                    "SELECT COUNT(*) FROM flash_sale WHERE voucher_id = ? AND version = queue_version",
                                    staff.sale())
                            == 1);
            Eventually.holds("the sale goes on", () -> {
                Integer available = staff.show().getJsonObject("numbers").getInteger("available");
                return available != null && available == 4;
            });
            assertTrue(third.address().startsWith("http"));
        }
    }

    private static long pending(MySqlPeek mysql, Staff staff) {
        return mysql.number(
                "SELECT COUNT(*) FROM sale_change WHERE voucher_id = ? AND decision = 'PENDING'", staff.sale());
    }
}
