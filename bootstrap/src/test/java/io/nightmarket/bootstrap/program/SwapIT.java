package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sale with every store that may stand behind locks, ids and queue, one after the other on the same data. */
@Tag("swap")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SwapIT {
    private static final int USERS = 100;
    private static final int CLICKS = 2;
    private static final int STOCK = 40;
    private static final long FIRST_PHONE = 15_300_000_000L;

    private final Set<DayNumber> earlier = new HashSet<>();
    private List<String> tokens = List.of();
    private String admin = "";

    @TempDir(factory = PreparedFolder.class)
    private static Path data;

    private EmbeddedServers servers;
    private MySqlPeek mysql;

    /** What must not be given out twice: two ids of different seconds differ in any case. */
    private record DayNumber(LocalDate day, long number) {
        static DayNumber of(String id) {
            IdLayout.Parts parts = IdLayout.parts(Long.parseLong(id));
            return new DayNumber(IdLayout.day(parts.time()), parts.sequence());
        }
    }

    @BeforeAll
    void startServers() throws Exception {
        servers = EmbeddedServers.start(data);
        mysql = new MySqlPeek(servers.mysqlUri());
    }

    @AfterAll
    void stopServers() throws Exception {
        mysql.close();
        servers.close();
    }

    /** Ids and queue change their store there and back again, each with and without the other. */
    @ParameterizedTest(name = "locks: {0}, ids: {1}, queue: {2}")
    @CsvSource({
        "redis, redis, redis, lock",
        "redis, mysql, mysql, lock",
        "mysql, redis, mysql, row",
        "mysql, mysql, redis, row"
    })
    void theStockIsSoldOnceAndNoNumberIsGivenOutAgain(String lock, String ids, String queue, String kind)
            throws Exception {
        Map<String, String> settings = Map.of(
                "NIGHTMARKET_ADAPTERS_LOCK", lock,
                "NIGHTMARKET_ADAPTERS_IDS", ids,
                "NIGHTMARKET_ADAPTERS_QUEUE", queue);
        try (Program program = Program.startQuickly(settings, "--data", data.toString());
                Client client = new Client(program.address())) {
            Shoppers shoppers = new Shoppers(program, client);
            logInOnce(shoppers);
            Eventually.holds(
                    "the writer has its lease",
                    () -> kindsOfWritersLeases(client).equals(List.of(kind)));

            long voucher = shoppers.openSale(admin, STOCK);
            Set<String> sold = sell(shoppers, voucher);

            assertEquals(queue, queueOf(voucher));
            assertEquals(
                    STOCK, sold.stream().map(DayNumber::of).filter(earlier::add).count(), "numbers of their day");
        }
    }

    /** No other node, and none of what Redis holds of shops. */
    @Test
    void aNodeAloneDoesWithoutASecondLevelOfCaches() throws Exception {
        Map<String, String> settings = Map.of("NIGHTMARKET_ADAPTERS_CACHE", "local");
        try (Program program = Program.startQuickly(settings, "--data", data.toString());
                Client client = new Client(program.address())) {
            logInOnce(new Shoppers(program, client));
            JsonObject shop = object("name", "旧", "typeId", 1, "address", "湖滨", "x", 100, "y", 10);
            long id = Long.parseLong(client.post("/shop", admin, shop).data());
            String path = "/shop/" + id;
            assertEquals("旧", client.get(path, null).object().getString("name"));
            JsonObject change = object("id", id, "name", "新店");
            assertTrue(client.put("/shop", admin, change).success());
            assertEquals("新店", client.get(path, null).object().getString("name"));
            assertEquals("SHOP_NOT_FOUND", client.get("/shop/" + (id + 1), null).code());

            Client.Answer near = client.get("/shop/of/type?typeId=1&current=1&x=100&y=10.001", null);
            assertEquals(List.of(id), ids(near));
            assertTrue(client.get("/shop-type/list", null).success());
            assertEquals(List.of(id), ids(client.get("/shop/of/name?name=%E6%96%B0%E5%BA%97", null)));
            assertNull(new RedisPeek(servers.redisUri()).text("nm:shop:cache:{" + id + "}"));
        }
    }

    private static List<Long> ids(Client.Answer list) {
        return list.body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .map(found -> found.getLong("id"))
                .toList();
    }

    /** Sessions outlive the swap. */
    private void logInOnce(Shoppers shoppers) throws Exception {
        if (tokens.isEmpty()) {
            tokens = shoppers.logIn(USERS, FIRST_PHONE);
            admin = shoppers.logIn(Shoppers.ADMIN);
        }
    }

    private String queueOf(long voucher) {
        boolean inTables = mysql.number("SELECT COUNT(*) FROM queue_sale WHERE voucher_id = ?", voucher) == 1;
        String sale = mysql.redisPrefix(voucher) + "sale:" + voucher;
        boolean inRedis = new RedisPeek(servers.redisUri()).field(sale, "free") != null;
        assertTrue(inTables ^ inRedis, "in one queue alone");
        return inTables ? "mysql" : "redis";
    }

    private List<String> kindsOfWritersLeases(Client client) {
        Client.Answer answer = client.get("/admin/locks", admin);
        assertTrue(answer.success(), answer::toString);
        return answer.body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .filter(lock -> lock.getString("key").equals("shard:1"))
                .map(lock -> lock.getString("kind"))
                .toList();
    }

    /** Everybody clicks twice at once; answers the orders in the database, which are those that people were told. */
    private Set<String> sell(Shoppers shoppers, long voucher) {
        Map<String, Set<String>> answered = new HashMap<>();
        Map<String, Long> codes = clickAll(shoppers, voucher, answered);

        assertEquals(
                Map.of("", (long) STOCK, "ALREADY_BOUGHT", (long) STOCK, "SOLD_OUT", (long) CLICKS * (USERS - STOCK)),
                codes);
        assertEquals(STOCK, answered.size(), "each unit has a buyer");
        Set<String> orders = new HashSet<>();
        answered.values().forEach(orders::addAll);
        assertEquals(STOCK, orders.size(), "one each, and no two the same");
        Eventually.holds("every order settled", () -> mysql.orders(voucher).size() == STOCK);
        assertEquals(orders, mysql.orders(voucher));
        mysql.assertSoldOnce(voucher, STOCK);
        assertEquals(STOCK, mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", voucher));
        return orders;
    }

    /** Answers how often each code came, none for what was accepted, and notes what each person was told. */
    private Map<String, Long> clickAll(Shoppers shoppers, long voucher, Map<String, Set<String>> answered) {
        List<Future<Client.Answer>> clicks = new ArrayList<>();
        for (int click = 0; click < CLICKS; click++) {
            tokens.forEach(token -> clicks.add(shoppers.click(token, voucher)));
        }
        List<Client.Answer> answers = clicks.stream().map(Client::await).toList();
        for (int i = 0; i < answers.size(); i++) {
            if (!answers.get(i).code().equals("SOLD_OUT")) {
                answered.computeIfAbsent(tokens.get(i % USERS), _ -> new HashSet<>())
                        .add(answers.get(i).data());
            }
        }
        return answers.stream().collect(groupingBy(Client.Answer::code, counting()));
    }
}
