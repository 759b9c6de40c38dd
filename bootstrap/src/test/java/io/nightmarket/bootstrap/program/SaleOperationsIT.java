package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does to a sale while people buy, and what people are told who wait for the database. */
@Tag("features")
final class SaleOperationsIT extends OneNode {
    private static final int USERS = 300;
    private static final int AT_ONCE = 20;
    private static final long FIRST_PHONE = 15_200_000_000L;

    /** Neither a busy machine nor how often one may click is what is tested. */
    private static final Map<String, String> PATIENCE =
            Map.of("NIGHTMARKET_SALE_DURABLE_WAIT", "4s", "NIGHTMARKET_LIMITS_BUYS_PER_USER", "0");

    private List<String> tokens = List.of();
    private String admin = "";

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        start(data, PATIENCE);
        tokens = shoppers.logIn(USERS, FIRST_PHONE);
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    private Answer clickDurably(String token, long sale) {
        return client.post("/voucher-order/seckill/" + sale + "?ack=durable", token, null);
    }

    private JsonObject result(String token, long sale) {
        return client.get("/voucher-order/seckill/" + sale + "/result", token).object();
    }

    private Answer operate(long sale, String verb) {
        return client.post("/admin/sales/" + sale + '/' + verb, admin, null);
    }

    private Future<Answer> restock(long sale, String name, int units) {
        JsonObject body = object("adjustmentId", name, "units", units);
        return client.send(HttpMethod.POST, "/admin/sales/" + sale + "/stock", admin, body);
    }

    /** Buyers and units of the sale are the same everywhere, and nothing is left. */
    private void assertSoldTo(int units, long sale) {
        mysql.assertSoldOnce(sale, units);
        assertEquals(units, mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", sale));
        assertEquals(units, mysql.number("SELECT issued FROM flash_sale WHERE voucher_id = ?", sale));
        assertEquals("0", free(sale));
    }

    private String free(long sale) {
        return String.valueOf(redis.field(mysql.redisPrefix(sale) + "sale:" + sale, "free"));
    }

    @Test
    void whoWaitsForSettlementIsAnsweredWhenItIsDone() {
        long sale = shoppers.openSale(admin, 20);
        for (String token : tokens.subList(0, 20)) {
            Answer answer = clickDurably(token, sale);
            assertEquals(1, mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE id = ?", answer.data()));
            assertTrue(answer.success(), answer::toString);
            assertEquals("SETTLED", answer.code());
            assertEquals(answer.data(), result(token, sale).getString("orderId"));
        }
        assertSoldTo(20, sale);
    }

    @Test
    void unitsThatComeAndGoWhileACrowdBuysAreSoldOnce() {
        long sale = shoppers.openSale(admin, 60);
        Set<String> answered = ConcurrentHashMap.newKeySet();
        List<Future<Answer>> clicks = clickAll(sale, answered);
        List<Future<Answer>> adjustments = new ArrayList<>();
        for (int wave = 1; wave <= 5; wave++) {
            adjustments.add(restock(sale, "wave-" + wave, 20));
            adjustments.add(restock(sale, "wave-" + wave, 20));
            clicks.addAll(clickAll(sale, answered));
        }
        Answer fewer = Client.await(restock(sale, "fewer", -10));
        adjustments.forEach(each -> assertTrue(Client.await(each).success(), each::toString));
        clicks.forEach(each -> assertEquals(200, Client.await(each).status()));
        assertTrue(fewer.success() || fewer.code().equals("STOCK_BELOW_SOLD"), fewer::toString);
        assertEquals(
                "ADJUSTMENT_DIFFERS", Client.await(restock(sale, "wave-1", 21)).code());

        int units = fewer.success() ? 150 : 160;
        Eventually.holds("the last unit is sold and settled", () -> {
            var _ = Client.await(Future.all(clickAll(sale, answered)));
            return mysql.orders(sale).size() >= units;
        });
        assertEquals(mysql.orders(sale), answered);
        assertSoldTo(units, sale);
        assertEquals(
                "STOCK_BELOW_SOLD", Client.await(restock(sale, "one-less", -1)).code());
        assertSoldTo(units, sale);
    }

    /** Everybody clicks once; the orders that they are told are noted. */
    private List<Future<Answer>> clickAll(long sale, Set<String> answered) {
        List<Future<Answer>> clicks = new ArrayList<>();
        for (String token : tokens) {
            clicks.add(shoppers.click(token, sale).onSuccess(answer -> {
                if (answer.success() || answer.code().equals("ALREADY_BOUGHT")) {
                    answered.add(answer.data());
                }
            }));
        }
        return clicks;
    }

    @Test
    void whileASaleIsPausedNobodyBuysAndAfterwardsEverybodyDoes() {
        long sale = shoppers.openSale(admin, USERS);
        String outsider = tokens.getLast();
        List<Future<Void>> lines = IntStream.range(0, AT_ONCE)
                .mapToObj(line -> buyOneAfterTheOther(sale, line))
                .toList();
        for (int pause = 0; pause < 5; pause++) {
            assertEquals("PAUSED", operate(sale, "pause").object().getString("state"));
            String free = free(sale);
            assertEquals(
                    "SALE_PAUSED", Client.await(shoppers.click(outsider, sale)).code());
            assertEquals(free, free(sale));
            assertEquals("OPEN", operate(sale, "resume").object().getString("state"));
        }
        var _ = Client.await(Future.all(lines));
        assertTrue(clickDurably(outsider, sale).success());
        Eventually.holds("every order is settled", () -> mysql.orders(sale).size() == USERS);
        assertSoldTo(USERS, sale);
    }

    /** The people of a line buy one after the other; who is told that the sale is paused asks again. */
    private Future<Void> buyOneAfterTheOther(long sale, int next) {
        return next >= USERS - 1
                ? Future.succeededFuture()
                : shoppers.click(tokens.get(next), sale).compose(answer -> switch (answer.code()) {
                    case "" -> buyOneAfterTheOther(sale, next + AT_ONCE);
                    case "SALE_PAUSED" -> buyOneAfterTheOther(sale, next);
                    default -> Future.failedFuture(answer.toString());
                });
    }

    @Test
    void whatCannotBeSettledHoldsNobodyUpAndIsReplayedOrPurged() {
        long sale = shoppers.openSale(admin, 4);
        String stream = mysql.redisPrefix(sale) + "orders";
        String unlucky = tokens.get(1);
        long user = client.get("/user/me", unlucky).object().getLong("id");
        assertEquals("SETTLED", clickDurably(tokens.get(0), sale).code());
        mysql.write("CREATE TRIGGER refuse_one BEFORE INSERT ON tb_voucher_order FOR EACH ROW IF NEW.user_id = " + user
                + " THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1264, MESSAGE_TEXT = 'refused by hand'; END IF");

        redis.tell(Command.XADD, stream, "*", "order", "poison");
        Answer order = client.post("/voucher-order/seckill/" + sale, unlucky, null);
        assertTrue(order.success(), order::toString);
        List<Future<Answer>> clicks = tokens.subList(2, 4).stream()
                .map(token ->
                        client.send(HttpMethod.POST, "/voucher-order/seckill/" + sale + "?ack=durable", token, null))
                .toList();

        clicks.forEach(each -> assertEquals("SETTLED", Client.await(each).code()));
        assertEquals("QUEUED", result(unlucky, sale).getString("state"));
        assertEquals(order.data(), result(unlucky, sale).getString("orderId"));

        String letter = letter(order.data());
        String poison = letter(null);
        mysql.write("DROP TRIGGER refuse_one");
        assertEquals(Set.of("REPLAYED", "UNREADABLE"), tend("replay", letter, poison));
        Eventually.holds(
                "the replayed order is settled",
                () -> result(unlucky, sale).getString("state").equals("SETTLED"));
        assertEquals(Set.of("PURGED"), tend("purge", poison));
        assertEquals(Set.of("NOT_FOUND"), tend("replay", poison));
        assertEquals(Set.of("NOT_FOUND"), tend("purge", letter));
        assertEquals(new JsonArray(), letters());

        String loser = tokens.get(4);
        assertEquals("SOLD_OUT", clickDurably(loser, sale).code());
        assertEquals(object("state", "UNKNOWN"), result(loser, sale));
        assertEquals("SETTLED", result(tokens.get(2), sale).getString("state"));
        assertSoldTo(4, sale);
    }

    private JsonArray letters() {
        return client.get("/admin/dead-letters", admin).body().getJsonArray("data");
    }

    /** The id of the dead letter of this order, or of an entry that bears none. */
    private String letter(@Nullable Object order) {
        return letters().stream()
                .map(JsonObject.class::cast)
                .filter(letter -> Objects.equals(order, letter.getString("order")))
                .map(letter -> letter.getString("id"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(letters().encode()));
    }

    /** Answers the outcomes, whatever the answer's code. */
    private Set<String> tend(String action, String... ids) {
        JsonObject body = object("action", action, "ids", new JsonArray(List.of(ids)));
        return client.post("/admin/dead-letters", admin, body).body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .map(tended -> tended.getString("outcome"))
                .collect(toSet());
    }
}
