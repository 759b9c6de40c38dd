package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of sales are what buyers were answered and what the tables hold, also after a node was killed. */
@Tag("features")
final class SaleMetricsIT extends OneNode {
    private static final int USERS = 40;
    private static final int STOCK = 5;
    private static final long FIRST_PHONE = 15_900_000_000L;
    private static final int BUYS_PER_USER = 6;
    private static final Pattern PAGE = Pattern.compile("Metrics: http://127\\.0\\.0\\.1:(\\d+)/metrics");
    private static final Map<String, String> SETTINGS =
            Map.of("NIGHTMARKET_SALE_AUDIT", "200ms", "NIGHTMARKET_LIMITS_BUYS_PER_USER", BUYS_PER_USER + "/1h");

    private final Map<Long, Map<String, Long>> answers = new HashMap<>();
    private List<String> tokens = List.of();
    private String admin = "";

    @TempDir(factory = PreparedFolder.class)
    private static Path data;

    @BeforeAll
    void start() throws Exception {
        start(data, SETTINGS);
        tokens = shoppers.logIn(USERS, FIRST_PHONE);
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    /** No port is set: the node takes one. */
    private MetricsPage page() throws IOException {
        Matcher port = PAGE.matcher(program.output());
        assertTrue(port.find(), "the log names the page of metrics");
        return new MetricsPage(HttpCalls.get(Integer.parseInt(port.group(1)), "/metrics"));
    }

    private Answer buy(String token, long sale, String key) {
        Answer answer = Client.await(client.send(
                HttpMethod.POST,
                "/voucher-order/seckill/" + sale,
                token,
                null,
                key.isEmpty() ? Map.of() : Map.of("Idempotency-Key", key)));
        answers.computeIfAbsent(sale, _ -> new HashMap<>())
                .merge(answer.success() ? "OK" : answer.code(), 1L, Long::sum);
        return answer;
    }

    private long requests(long sale, String... outcomes) {
        long sum = 0;
        for (String outcome : outcomes) {
            sum += mysql.number(
                    "SELECT COALESCE(SUM(requests), 0) FROM sale_minute WHERE voucher_id = ? AND outcome = ?",
                    sale,
                    outcome);
        }
        return sum;
    }

    private long answered(long sale, String code) {
        return answers.getOrDefault(sale, Map.of()).getOrDefault(code, 0L);
    }

    private void assertOrders(long sale, Map<String, Long> states) {
        Eventually.holds("the orders of " + sale + " are " + states, () -> {
            MetricsPage page = page();
            return states.entrySet().stream()
                    .allMatch(state -> page.total(
                                    "nightmarket_sale_orders",
                                    "sale=\"" + sale + '"',
                                    "state=\"" + state.getKey() + '"')
                            == state.getValue());
        });
    }

    @Test
    void metricsEqualAnswersAndTablesAlsoAfterTheNodeWasKilled() throws Exception {
        long sale = shoppers.openSale(admin, STOCK);
        long signed = shoppers.openSale(admin, STOCK, "signedPath");
        long room = shoppers.openSale(admin, STOCK, "waitingRoom");
        sellOut(sale);
        assertEquals("PATH_REQUIRED", buy(tokens.getFirst(), signed, "").code());
        assertEquals("PASS_REQUIRED", buy(tokens.getFirst(), room, "").code());
        done(client.post("/admin/sales/" + signed + "/pause", admin, new JsonObject()));
        String cancelled = mysql.orders(sale).iterator().next();
        done(client.post("/voucher-order/" + cancelled + "/cancel", ownerOf(cancelled), new JsonObject()));

        long asked = answers.getOrDefault(sale, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        Eventually.holds(
                "all requests are written",
                () -> mysql.number("SELECT SUM(requests) FROM sale_minute WHERE voucher_id = ?", sale) == asked
                        && requests(room, "ROOM_PASS_REQUIRED") == 1);
        assertEquals(STOCK, requests(sale, "ACCEPTED"));
        assertEquals(answered(sale, "OK") - STOCK, requests(sale, "REPEATED"));
        assertEquals(answered(sale, "SOLD_OUT"), requests(sale, "QUEUE_SOLD_OUT", "MEMORY_SOLD_OUT"));
        assertEquals(answered(sale, "ALREADY_BOUGHT"), requests(sale, "QUEUE_ALREADY_BOUGHT"));
        assertEquals(answered(sale, "TOO_MANY_REQUESTS"), requests(sale, "LIMITER_TOO_MANY"));
        assertEquals(1, requests(signed, "PATH_REQUIRED"));
        assertMetricsAreRows(sale);
        assertOrders(
                sale,
                Map.of(
                        "accepted",
                        (long) STOCK,
                        "settled",
                        (long) STOCK,
                        "waiting",
                        0L,
                        "rejected",
                        0L,
                        "cancelled",
                        1L));
        Eventually.holds(
                "the unit is back", () -> page().total("nightmarket_sale_units_left", "sale=\"" + sale + '"') == 1);

        killedInTheMiddle();
    }

    private String ownerOf(String order) {
        return tokens.get((int) (mysql.number(
                        "SELECT u.phone FROM tb_voucher_order o JOIN tb_user u ON u.id = o.user_id WHERE o.id = ?",
                        Long.parseLong(order))
                - FIRST_PHONE));
    }

    private void sellOut(long sale) {
        for (String token : tokens.subList(0, STOCK)) {
            done(buy(token, sale, "first"));
        }
        done(buy(tokens.getFirst(), sale, "first"));
        assertEquals("ALREADY_BOUGHT", buy(tokens.getFirst(), sale, "").code());
        for (String token : tokens.subList(STOCK, STOCK + 4)) {
            assertEquals("SOLD_OUT", buy(token, sale, "").code());
        }
        for (int i = 0; i < BUYS_PER_USER + 2; i++) {
            var _ = buy(tokens.get(STOCK), sale, "");
        }
        assertTrue(answered(sale, "TOO_MANY_REQUESTS") >= 2, answers::toString);
        Eventually.holds("all are settled", () -> mysql.orders(sale).size() == STOCK);
    }

    private void assertMetricsAreRows(long sale) throws IOException {
        MetricsPage page = page();
        for (String outcome :
                List.of("ACCEPTED", "REPEATED", "QUEUE_SOLD_OUT", "MEMORY_SOLD_OUT", "LIMITER_TOO_MANY")) {
            assertEquals(
                    requests(sale, outcome),
                    page.total(
                            "nightmarket_sale_requests",
                            "sale=\"" + sale + '"',
                            "outcome=\"" + outcome.toLowerCase(Locale.ROOT) + '"'),
                    outcome);
        }
        assertEquals(
                answers.values().stream()
                        .mapToLong(codes -> codes.getOrDefault("OK", 0L))
                        .sum(),
                page.total("nightmarket_http_seconds_count", "operation=\"placeFlashOrder\"", "outcome=\"OK\""));
    }

    /** What the node counted itself may be missing for its last seconds; what the tables and Redis hold is exact. */
    private void killedInTheMiddle() throws Exception {
        long sale = shoppers.openSale(admin, USERS);
        List<Future<Answer>> clicks = new ArrayList<>();
        for (String token : tokens) {
            clicks.add(shoppers.click(token, sale));
        }
        Eventually.holds("the sale has begun", () -> !mysql.orders(sale).isEmpty());
        program.kill();
        Eventually.holds(
                "every click is answered or broken off", () -> clicks.stream().allMatch(Future::isComplete));
        client.close();
        program = Program.start(SETTINGS, "--data", data.toString());
        client = new Client(program.address());
        Eventually.holds("the stream is settled", () -> redis.streamLength(mysql.redisPrefix(sale) + "orders") == 0);

        long rows = mysql.orders(sale).size();
        long rejected = mysql.number("SELECT COUNT(*) FROM order_rejection WHERE voucher_id = ?", sale);
        assertOrders(sale, Map.of("accepted", rows + rejected, "settled", rows, "rejected", rejected, "waiting", 0L));
        Eventually.holds(
                "the units are those of the table",
                () -> page().total("nightmarket_sale_units_left", "sale=\"" + sale + '"') == USERS - rows);
        assertTrue(requests(sale, "ACCEPTED") <= rows + rejected, "requests of the last seconds may be missing");
        assertTrue(mysql.number("SELECT SUM(requests) FROM sale_minute") > 0, "those before survive the node");
    }
}
