package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What staff read of a sale equals what MySQL has, row by row. */
@Tag("features")
final class ListsIT extends OneNode {
    private static final int BUYERS = 40;
    private static final long FIRST_PHONE = 15_300_000_000L;
    private static final String MERCHANT = "13800000001";

    private static final String ROWS = "SELECT CONCAT_WS('|', o.id, o.user_id, o.voucher_id, o.status,"
            + " UNIX_TIMESTAMP(o.create_time), COALESCE(UNIX_TIMESTAMP(o.pay_time), ''), COALESCE(p.id, ''),"
            + " COALESCE(CAST(p.captured / 100 AS DECIMAL(20, 2)), '')) FROM tb_voucher_order o LEFT JOIN payment p"
            + " ON p.order_id = o.id AND p.outcome = 'PAID' WHERE o.voucher_id = ? ORDER BY o.id DESC";

    private String merchant = "";
    private String admin = "";
    private long sale;

    @BeforeAll
    void sell(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        start(data, Map.of());
        merchant = shoppers.logIn(MERCHANT);
        admin = shoppers.logIn(Shoppers.ADMIN);
        sale = shoppers.openSale(merchant, BUYERS);
        List<String> tokens = shoppers.logIn(BUYERS, FIRST_PHONE);
        for (int i = 0; i < BUYERS; i++) {
            Answer bought = client.post("/voucher-order/seckill/" + sale + "?ack=durable", tokens.get(i), null);
            done(bought);
            if (i % 3 == 0) {
                done(client.post("/voucher-order/" + bought.data() + "/pay", tokens.get(i), new JsonObject()));
            } else if (i % 3 == 1) {
                done(client.post("/voucher-order/" + bought.data() + "/cancel", tokens.get(i), new JsonObject()));
            }
        }
        Eventually.holds("all is settled", () -> mysql.orders(sale).size() == BUYERS);
        mysql.write("UPDATE tb_voucher SET title = '=1+1,\"a\"' WHERE id = ?", sale);
    }

    private List<List<String>> file(String path, String token) {
        Answer answer = Client.await(client.send(HttpMethod.GET, path, token, null, Map.of("accept", "text/csv")));
        assertEquals(200, answer.status(), answer::toString);
        List<List<String>> lines = new ArrayList<>();
        answer.body().getString("text").lines().forEach(line -> lines.add(cells(line)));
        return lines;
    }

    private static List<String> cells(String line) {
        return List.of(line.replace("\"'=1+1,\"\"a\"\"\"", "title").split(",", -1));
    }

    private static String epoch(String cell) {
        return cell.isEmpty() ? "" : Long.toString(OffsetDateTime.parse(cell).toEpochSecond());
    }

    @Test
    void aFileOfOrdersEqualsTheTable() {
        List<List<String>> lines = file("/orders?sale=" + sale, merchant);
        assertEquals("编号", lines.getFirst().getFirst());
        List<String> found = lines.stream()
                .skip(1)
                .map(row -> String.join(
                        "|",
                        row.get(0),
                        row.get(2),
                        row.get(4),
                        row.get(7),
                        epoch(row.get(8)),
                        epoch(row.get(9)),
                        row.get(12),
                        row.get(13)))
                .toList();
        assertEquals(mysql.texts(ROWS, sale), found);
        assertTrue(lines.stream().skip(1).allMatch(row -> row.get(6).equals("title")), lines::toString);
    }

    @Test
    void listsAndReportCountTheOrders() {
        JsonObject page = client.get("/orders?sale=" + sale + "&status=2&size=5", merchant)
                .object();
        long paid = mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND status = 2", sale);
        assertEquals(paid, page.getLong("total"));
        assertEquals(true, page.getBoolean("more"));
        String phone = Long.toString(FIRST_PHONE);
        assertEquals(1, client.get("/orders?phone=" + phone, admin).object().getInteger("total"));

        JsonObject report = client.get("/sales/" + sale + "/report", merchant).object();
        JsonObject funnel = report.getJsonObject("funnel");
        assertEquals(BUYERS, funnel.getInteger("settled"));
        assertEquals(paid, funnel.getLong("paid"));
        assertEquals(13, funnel.getInteger("cancelled"));
        assertEquals(
                mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", sale),
                report.getLong("unitsLeft"));
        assertTrue(client.get("/merchant/sales?state=RUNNING", merchant)
                .body()
                .encode()
                .contains("\"id\":" + sale + ','));
    }

    @Test
    void theNodeSettlesAllShardsAndShowsNoSecrets() {
        JsonObject node =
                client.get("/admin/nodes", admin).body().getJsonArray("data").getJsonObject(0);
        assertEquals(List.of(1, 2, 3, 4), node.getJsonArray("shards").getList());
        JsonObject settings = client.get("/admin/settings", admin).object();
        assertEquals("4", settings.getString("sale.shards"));
        assertEquals("", settings.getString("token.secret"));
    }
}
