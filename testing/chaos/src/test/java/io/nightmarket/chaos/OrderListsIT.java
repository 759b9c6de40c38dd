package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.RunReport.SaleSize;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The lists of 1,000 buyers after sales in which orders were cancelled, paid and refunded, nodes were killed and Redis was emptied: each
 * page is what MySQL has. They were loaded before, and are not loaded by the comparison alone.
 */
@Tag("chaos")
final class OrderListsIT {
    private static final int BUYERS = 1_000;
    private static final int STOCK = 700;
    private static final Duration SPREAD = Duration.ofSeconds(2);

    /** Longer than the product takes to compare what changed with the lists. */
    private static final Duration MENDED = Duration.ofMinutes(2);

    private static final List<Fault> RUNS = List.of(Fault.NONE, Fault.FLUSHALL, Fault.KILL_IN_CALLS, Fault.NONE);

    @Test
    @Timeout(600)
    void everyListIsWhatMySqlHas() throws Exception {
        try (Stage stage = new Stage(BUYERS, 0, _ -> {})) {
            long seed = 1;
            for (Fault fault : RUNS) {
                for (int buyer = 0; buyer < BUYERS; buyer++) {
                    var _ = list(stage, buyer);
                }
                RunReport report = new Scenario(stage, new SaleSize(BUYERS, STOCK), SPREAD).run(fault, seed++);
                assertFalse(report.brokeOff(), () -> report.violations().toString());
            }
            List<Integer> left =
                    new ArrayList<>(IntStream.range(0, BUYERS).boxed().toList());
            boolean _ = Eventually.within(MENDED, () -> {
                for (int buyer : List.copyOf(left)) {
                    if (list(stage, buyer).equals(rows(stage, buyer))) {
                        left.removeIf(one -> one == buyer);
                    }
                }
                return left.isEmpty();
            });
            for (int buyer : left) {
                assertEquals(rows(stage, buyer), list(stage, buyer), "of buyer " + buyer + ", and others: " + left);
            }
            assertTrue(
                    stage.database.number("SELECT COUNT(*) FROM tb_voucher_order") > 2L * STOCK, "hardly any orders");
        }
    }

    /** All pages, from one node and the other: id and status of each order. */
    private static List<String> list(Stage stage, int buyer) throws IOException {
        List<FleetNode> nodes = stage.fleet.nodes();
        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            int port = nodes.get((buyer + all.size()) % nodes.size()).port();
            String path = "/voucher-order/of/me?size=2" + (cursor.isEmpty() ? "" : "&cursor=" + cursor);
            JsonObject page = new JsonObject(HttpCalls.get(port, path, stage.tokens.get(buyer)))
                    .getJsonObject("data", new JsonObject());
            page.getJsonArray("list", new JsonArray()).stream()
                    .map(JsonObject.class::cast)
                    .forEach(order -> all.add(order.getString("id") + ' ' + order.getInteger("status")));
            cursor = page.getString("cursor", "");
        } while (!cursor.isEmpty());
        return all;
    }

    private static List<String> rows(Stage stage, int buyer) throws SQLException {
        return stage.database.list(
                "SELECT id, status FROM tb_voucher_order WHERE user_id = ?"
                        + " ORDER BY UNIX_TIMESTAMP(create_time) DESC, id % 1000 DESC, id DESC",
                row -> row.getString(1) + ' ' + row.getInt(2), Crowd.user(buyer));
    }
}
