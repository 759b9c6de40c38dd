package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crowd against a small stock, on one node. */
@Tag("storm")
final class FlashSaleLoadIT {
    private static final int USERS = 2_000;
    private static final int CLICKS = 3;
    private static final int STOCK = 500;
    private static final long FIRST_PHONE = 15_500_000_000L;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @Test
    void aCrowdThatClicksThreeTimesEachBuysTheStockOnceAndNobodyTwice() throws Exception {
        try (Program program = Program.start(Map.of(), "--data", data.toString());
                Client client = new Client(program.address());
                EmbeddedServers servers = EmbeddedServers.start(data);
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            Shoppers shoppers = new Shoppers(program, client);
            List<String> tokens = shoppers.logIn(USERS, FIRST_PHONE);
            long voucher = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), STOCK);

            Map<Integer, Set<String>> answered = new HashMap<>();
            Map<String, Integer> codes = clickAll(shoppers, tokens, voucher, answered);

            assertEquals(STOCK, codes.get("accepted"), codes::toString);
            assertEquals(STOCK, answered.size(), "each unit has a buyer");
            answered.values().forEach(ids -> assertEquals(1, ids.size(), "one person is answered one order: " + ids));
            assertEquals(
                    USERS * CLICKS,
                    codes.getOrDefault("accepted", 0)
                            + codes.getOrDefault("ALREADY_BOUGHT", 0)
                            + codes.getOrDefault("SOLD_OUT", 0),
                    codes::toString);

            Eventually.holds("every order settled", () -> mysql.orders(voucher).size() == STOCK);
            Set<String> accepted = new HashSet<>();
            answered.values().forEach(accepted::addAll);
            assertEquals(accepted, mysql.orders(voucher));
            mysql.assertSoldOnce(voucher, STOCK);
            assertEquals(STOCK, mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", voucher));
            assertEquals(
                    "0",
                    new RedisPeek(servers.redisUri()).field(mysql.redisPrefix(voucher) + "sale:" + voucher, "free"));
        }
    }

    /** All clicks at once; answers how often each code came, and what each person was told. */
    private static Map<String, Integer> clickAll(
            Shoppers shoppers, List<String> tokens, long voucher, Map<Integer, Set<String>> answered) {
        List<Future<Client.Answer>> clicks = new ArrayList<>();
        for (int click = 0; click < CLICKS; click++) {
            for (String token : tokens) {
                clicks.add(shoppers.click(token, voucher));
            }
        }
        Map<String, Integer> codes = new TreeMap<>();
        for (int i = 0; i < clicks.size(); i++) {
            Client.Answer answer = Client.await(clicks.get(i));
            assertEquals(200, answer.status(), answer::toString);
            codes.merge(answer.success() ? "accepted" : answer.code(), 1, Integer::sum);
            if (answer.success() || answer.code().equals("ALREADY_BOUGHT")) {
                assertTrue(answered.computeIfAbsent(i % tokens.size(), _ -> new HashSet<>())
                                .add(answer.data())
                        || !answer.success());
            }
        }
        return codes;
    }
}
