package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.SaleDatabase;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sale is called off at half, and the node killed in the middle of that; all orders end, and the proof is what the tables say. */
@Tag("interruption")
final class CallOffIT {
    private static final long FIRST_PHONE = 15_800_000_000L;
    private static final int UNITS = 40;
    private static final int BUYERS = 30;
    private static final int WAITING = 3;
    private static final int PAID = 15;
    private static final int USED = 4;
    private static final long PRICE = 8_000;
    private static final Map<String, String> SETTINGS = Map.of("NIGHTMARKET_LIMITS_BUYS_PER_USER", "0");

    @Test
    void allOrdersEndAlthoughTheNodeIsKilled(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            Called called;
            try (Program program = Program.start(SETTINGS, "--data", data.toString());
                    Client client = new Client(program.address())) {
                called = new Called(client, new Shoppers(program, client), mysql);
                called.sellHalf();
                called.callOff(client);
                Eventually.holds("it has begun", () -> called.ended() > 0);
                program.kill();
            }
            try (Program program = Program.start(SETTINGS, "--data", data.toString());
                    Client client = new Client(program.address())) {
                called.awaitTheEnd(client);
                called.proves(client);
                called.staysOff(client);
            }
        }
    }

    private static final class Called {
        private final MySqlPeek mysql;
        private final Client first;
        private final String admin;
        private final List<String> people;
        private final long sale;
        private final List<String> orders = new ArrayList<>();

        Called(Client client, Shoppers shoppers, MySqlPeek mysql) throws Exception {
            this.first = client;
            this.mysql = mysql;
            this.admin = shoppers.logIn(Shoppers.ADMIN);
            this.people = shoppers.logIn(BUYERS + WAITING, FIRST_PHONE);
            this.sale = shoppers.openSale(admin, UNITS, "waitlist");
        }

        /** The unsold half is taken away, so that others wait; one order expired while its payment is under way. */
        void sellHalf() {
            for (String buyer : people.subList(0, BUYERS)) {
                orders.add(success(first.post("/voucher-order/seckill/" + sale + "?ack=durable", buyer, null))
                        .data());
            }
            JsonObject fewer = object("adjustmentId", "half", "units", BUYERS - UNITS);
            var _ = success(first.post("/admin/sales/" + sale + "/stock", admin, fewer));
            for (String waiting : people.subList(BUYERS, BUYERS + WAITING)) {
                var _ = success(first.post("/voucher-order/seckill/" + sale + "/waitlist", waiting, null));
            }
            for (int i = 0; i < PAID; i++) {
                var _ = success(pay(i, new JsonObject()));
            }
            for (int i = 0; i < USED; i++) {
                String code = first.get("/voucher-order/" + orders.get(i), people.get(i))
                        .object()
                        .getString("orderNo");
                var _ = success(first.post("/voucher-order/verify", admin, object("code", code)));
            }
            assertEquals("PENDING", pay(PAID, object("payer", "delay")).code());
            mysql.write(SaleDatabase.EXPIRE, orders.get(PAID));
        }

        private Answer pay(int order, JsonObject body) {
            return first.post("/voucher-order/" + orders.get(order) + "/pay", people.get(order), body);
        }

        private static Answer success(Answer answer) {
            assertTrue(answer.success(), answer::toString);
            return answer;
        }

        void callOff(Client client) {
            JsonObject reason = object("reason", "the goods did not arrive");
            var _ = success(client.post("/sales/" + sale + "/call-off", admin, reason));
            var _ = success(client.post("/sales/" + sale + "/call-off", admin, reason));
        }

        private long count(String table) {
            return mysql.number("SELECT COUNT(*) FROM " + table + " WHERE voucher_id = ?", sale);
        }

        long ended() {
            return mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND status > 3", sale);
        }

        private JsonObject progress(Client client) {
            return success(client.get("/sales/" + sale + "/call-off", admin)).object();
        }

        void awaitTheEnd(Client client) {
            Eventually.holds(
                    "all orders ended",
                    () -> progress(client).getString("state").equals("DONE"));
        }

        /** What is counted in the tables by other means. */
        void proves(Client client) {
            JsonObject proof = progress(client);
            JsonObject counted = new JsonObject();
            Map.of("cancelled", 4, "refunding", 5, "refunded", 6, "used", 3)
                    .forEach((name, status) -> counted.put(name, ofStatus(status)));
            counted.put("left", ofStatus(1) + ofStatus(2))
                    .put("toReturn", count("money_to_return"))
                    .put("deadLetters", 0L);
            assertEquals(
                    counted.getMap(), numbers(proof.getJsonObject("orders")).getMap());
            assertEquals(0, counted.getLong("left"));
            assertEquals(USED, counted.getLong("used"));
            assertTrue(counted.getLong("refunded") >= PAID - USED, counted::encode);
            assertEquals(BUYERS, counted.getLong("cancelled") + counted.getLong("refunded") + USED);

            String ofSale = " JOIN tb_voucher_order o ON o.id = m.order_id WHERE o.voucher_id = ?";
            long in = mysql.number("SELECT SUM(m.captured) FROM payment m" + ofSale, sale);
            long out = mysql.number("SELECT SUM(m.amount * m.done) FROM refund m" + ofSale, sale);
            assertEquals((PAID + 1) * PRICE, in, "the late money, too");
            assertEquals(in, out + USED * PRICE);
            JsonObject money = numbers(proof.getJsonObject("money"));
            assertEquals(
                    object("in", in, "out", out, "used", USED * PRICE, "toReturn", 0L)
                            .getMap(),
                    money.getMap());
            assertEquals(
                    in - out,
                    mysql.number(
                            "SELECT SUM(m.amount - m.refunded) FROM sandbox_charge m JOIN payment p ON p.id = m.payment_id"
                                    + " JOIN tb_voucher_order o ON o.id = p.order_id WHERE o.voucher_id = ?",
                            sale),
                    "what the gateway kept");
            assertEquals(
                    1,
                    mysql.number(
                            "SELECT COUNT(*) FROM audit_event WHERE action = 'callOffSale' AND after_change = 'CALLED_OFF'"
                                    + " AND reason = 'the goods did not arrive'"));
        }

        private static JsonObject numbers(JsonObject shown) {
            JsonObject all = new JsonObject();
            shown.fieldNames().forEach(name -> all.put(name, shown.getLong(name)));
            return all;
        }

        private long ofStatus(int status) {
            return mysql.number(
                    "SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND status = ?", sale, status);
        }

        /** Units are back in the stock, and no buyer gets one. */
        void staysOff(Client client) {
            assertEquals(0, count("waitlist_entry"));
            assertEquals(USED, count("order_claim"));
            assertEquals(
                    BUYERS - USED, mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", sale));
            assertEquals(0, mysql.number("SELECT COUNT(*) FROM stock_return WHERE voucher_id = ? AND done = 0", sale));
            String late = people.getLast();
            assertFalse(
                    client.post("/voucher-order/seckill/" + sale, late, null).success());
            assertEquals(
                    "SALE_ENDED",
                    client.post("/voucher-order/seckill/" + sale + "/waitlist", late, null)
                            .code());
            assertEquals(BUYERS, count("tb_voucher_order"));
        }
    }
}
