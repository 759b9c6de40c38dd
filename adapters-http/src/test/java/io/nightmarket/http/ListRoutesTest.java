package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ListRoutesTest extends RoutesTestBase {
    private static final Instant AT = Instant.parse("2026-11-20T11:30:00Z");
    private static final String CSV = "text/csv";

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    private VoucherId sale = new VoucherId(1);
    private String admin = "";
    private String owner = "";

    @BeforeEach
    void makeOrders() {
        sale = sale(100, Duration.ofHours(-1));
        admin = client.logIn(Role.ADMIN);
        owner = client.logIn(Role.MERCHANT);
        own(1, client.user(owner));
        for (long id = 1; id <= 3; id++) {
            putOrder(sale.value() * 1_000 + id, id == 2 ? 4 : 1);
        }
    }

    @AfterEach
    void mend() {
        node.listReads.mend();
        node.locks.clear();
    }

    private void own(long shop, UserId user) {
        node.shops.own(new ShopId(shop), user);
    }

    private void putOrder(long id, long status) {
        node.listRows.put(
                StaffList.ORDERS,
                new Place(sale.value(), id),
                id,
                id,
                7L,
                "13812345678",
                sale.value(),
                1L,
                "=夜市",
                status,
                AT.plusSeconds(id % 1_000),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private String ofSale() {
        return "/orders?sale=" + sale.value();
    }

    private Reply get(String path, String token) {
        return client.get(path, AUTH, token);
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("list").stream()
                .map(row -> ((JsonObject) row).getString("id"))
                .toList();
    }

    private HttpResponse<String> csv(String path, String... headers) {
        try {
            return http.send(
                    client.request(path, headers).header("accept", CSV).GET().build(),
                    BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void pagesAreCountedOnceAndGoOnByTheirCursor() {
        String first = Long.toString(sale.value() * 1_000 + 3);
        JsonObject page = get(ofSale() + "&size=1", owner).object();
        assertEquals(List.of(first), ids(page));
        assertEquals(3, page.getInteger("total"));
        assertEquals(false, page.getBoolean("moreThan"));
        assertEquals(true, page.getBoolean("more"));
        JsonObject row = page.getJsonArray("list").getJsonObject(0);
        assertEquals("138****5678", row.getString("phone"));
        assertEquals("2026-11-20T19:30:03+08:00", row.getString("createTime"));
        assertFalse(row.containsKey("amount"));

        JsonObject rest = get(ofSale() + "&size=2&cursor=" + page.getString("cursor"), admin)
                .object();
        assertEquals(2, ids(rest).size());
        assertFalse(rest.containsKey("total"));
        assertEquals(false, rest.getBoolean("more"));
        assertFalse(rest.containsKey("cursor"));
    }

    @Test
    void filtersAreReadFromTheQuery() {
        assertEquals(1, get(ofSale() + "&status=4", owner).object().getInteger("total"));
        String from = "&from=2026-11-20T11:30:02Z";
        assertEquals(2, get(ofSale() + from, owner).object().getInteger("total"));
        assertEquals(
                1, get(ofSale() + "&to=2026-11-20T19:30:02", owner).object().getInteger("total"));
        assertEquals(
                3,
                get("/orders?phone=13812345678" + "&from=&to=", admin).object().getJsonArray("list").stream()
                        .filter(row -> ((JsonObject) row).getValue("voucherId").equals((int) sale.value()))
                        .count());
    }

    @Test
    void whoMaySeeOrdersDependsOnTheShop() {
        String other = client.logIn(Role.MERCHANT);
        own(2, client.user(other));
        for (String path : List.of(ofSale(), "/orders?shop=1", "/sales/" + sale.value() + "/report")) {
            assertTrue(get(path, owner).status() == 200, path);
            assertTrue(get(path, client.logIn(Role.AUDITOR)).status() == 200, path);
            get(path, other).isRefused(403, "FORBIDDEN");
            get(path, client.logIn(Role.SHOPPER)).isRefused(403, "FORBIDDEN");
        }
        get("/orders?phone=13812345678", owner).isRefused(403, "FORBIDDEN");
        get("/orders?sale=987654", owner).isRefused(403, "FORBIDDEN");
        assertEquals(List.of(), ids(get("/orders?sale=987654", admin).object()));
    }

    @Test
    void ordersAreAskedForByOneThing() {
        for (String query : List.of(
                "",
                "sale=1&shop=1",
                "sale=1&phone=13812345678",
                "sale=0",
                "shop=x",
                "phone=1",
                "sale=1&status=7",
                "sale=1&from=yesterday",
                "sale=1&cursor=1",
                "sale=1&size=201")) {
            get("/orders?" + query, admin).isRefused(400, "BAD_REQUEST");
        }
    }

    @Test
    void aMerchantListsTheSalesOfTheOwnShops() {
        long shop = 70_000 + sale.value();
        for (long id = 1; id <= 2; id++) {
            node.listRows.put(
                    StaffList.SALES,
                    new Place(shop + id, 1),
                    shop + id,
                    shop - id,
                    "a",
                    "RUNNING",
                    AT,
                    AT,
                    5L,
                    10L,
                    9L);
        }
        own(shop - 1, client.user(owner));

        assertEquals(List.of(shop + 1), saleIds("/merchant/sales?from=", owner));
        assertEquals(List.of(shop + 1), saleIds("/merchant/sales?state=RUNNING&shop=" + (shop - 1), owner));
        assertEquals(List.of(), saleIds("/merchant/sales?state=ENDED", owner));
        get("/merchant/sales?shop=" + (shop - 2), owner).isRefused(403, "FORBIDDEN");
        assertEquals(List.of(), saleIds("/merchant/sales", client.logIn(Role.SHOPPER)));
        assertEquals(List.of(shop + 2), saleIds("/admin/sales?shop=" + (shop - 2), admin));
        get("/admin/sales", owner).isRefused(403, "FORBIDDEN");
    }

    private List<Long> saleIds(String path, String token) {
        return get(path, token).object().getJsonArray("list").stream()
                .map(row -> ((JsonObject) row).getLong("id"))
                .toList();
    }

    @Test
    void aFileHasAllRowsInTheLanguageOfTheCaller() {
        HttpResponse<String> file = csv(ofSale() + "&bom=true", AUTH, owner, "accept-language", "en");
        assertEquals(200, file.statusCode());
        assertEquals(
                "text/csv; charset=utf-8",
                file.headers().firstValue("content-type").orElse(""));
        List<String> lines = file.body().lines().toList();
        assertEquals(4, lines.size());
        assertTrue(lines.getFirst().startsWith("\uFEFFId,Order number,User,Phone,"), lines::toString);
        String id = Long.toString(sale.value() * 1_000 + 3);
        assertTrue(lines.get(1).startsWith(id + ","), lines::toString);
        assertTrue(lines.get(1).contains(",'=夜市,1,2026-11-20T19:30:03+08:00,"), lines::toString);
        assertTrue(csv(ofSale(), AUTH, owner).body().startsWith("编号,订单号,用户,"));
        assertEquals(403, csv("/orders?phone=13812345678", AUTH, owner).statusCode());
    }

    @Test
    void aNodeWritesTwoFilesAtATime() {
        CompletableFuture<Void> until = node.listReads.hang();
        int before = node.listReads.calls();
        List<CompletableFuture<HttpResponse<String>>> two = List.of(begin(), begin());
        Eventually.holds("both are being written", () -> node.listReads.calls() == before + 2);
        HttpResponse<String> refused = csv(ofSale(), AUTH, owner);
        assertEquals(429, refused.statusCode());
        assertEquals("10", refused.headers().firstValue("retry-after").orElse(""));
        node.listReads.mend();
        until.complete(null);
        two.forEach(file -> assertEquals(4, file.join().body().lines().count()));
        Eventually.holds("a place is free", () -> csv(ofSale(), AUTH, owner).statusCode() == 200);
    }

    private CompletableFuture<HttpResponse<String>> begin() {
        return http.sendAsync(
                client.request(ofSale(), AUTH, owner)
                        .header("accept", CSV)
                        .GET()
                        .build(),
                BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @Test
    void aReportHasFunnelRefusalsAndCurve() {
        node.saleReports.addSale(sale, 100, 98);
        node.saleReports.addOrder(sale, OrderStatus.USED, false, AT.plusSeconds(1));
        node.saleReports.addOrder(sale, OrderStatus.CANCELLED, true, AT.plusSeconds(2));
        node.saleReports.addOrder(sale, OrderStatus.CANCELLED, false, AT.plusSeconds(61));
        node.saleReports.addRejection(sale);
        node.saleReports.addRequests(sale, "ACCEPTED", 4);
        node.saleReports.addRequests(sale, "REPEATED", 1);
        node.saleReports.addRequests(sale, "SOLD_OUT", 6);
        JsonObject report = get("/sales/" + sale.value() + "/report", owner).object();
        assertEquals(
                object(
                        "asked",
                        11,
                        "accepted",
                        4,
                        "settled",
                        3,
                        "rejected",
                        1,
                        "paid",
                        1,
                        "used",
                        1,
                        "refunding",
                        0,
                        "refunded",
                        0,
                        "cancelled",
                        1,
                        "expired",
                        1),
                report.getJsonObject("funnel"));
        assertEquals(98, report.getInteger("unitsLeft"));
        assertEquals(new JsonArray().add(object("reason", "SOLD_OUT", "requests", 6)), report.getJsonArray("refusals"));
        assertEquals(
                new JsonArray()
                        .add(object("minute", "2026-11-20T19:30:00+08:00", "settled", 2))
                        .add(object("minute", "2026-11-20T19:31:00+08:00", "settled", 1)),
                report.getJsonArray("curve"));
    }

    @Test
    void nodesComeWithTheirShards() {
        var _ = node.runningNodes
                .enter(new RunningNode("node-7", "10.0.0.7:8081", "1", true, Map.of("token.secret", "digest")))
                .toCompletableFuture()
                .join();
        node.locks.add(held("shard:3", "node-7:ab:1"));
        node.locks.add(held("shard:1", "node-7:ab:2"));
        node.locks.add(held("shard:2", "node-8:ab:2"));
        JsonObject found = get("/admin/nodes", admin).list().getJsonObject(0);
        assertEquals(new JsonArray().add(1).add(3), found.getJsonArray("shards"));
        assertEquals("10.0.0.7:8081", found.getString("address"));
        assertFalse(found.encode().contains("digest"));
        get("/admin/nodes", owner).isRefused(403, "FORBIDDEN");
    }

    private static LockTable.HeldLock held(String key, String holder) {
        return new LockTable.HeldLock("lock", key, List.of(new LockTable.Holder(holder, 1, 1, AT, AT)), List.of());
    }

    @Test
    void settingsAreForAdministrators() {
        assertEquals(
                object("token.secret", "***"), get("/admin/settings", admin).object());
        get("/admin/settings", client.logIn(Role.OPERATOR)).isRefused(403, "FORBIDDEN");
    }

    @Test
    void checkInsOfADayAreCounted() {
        assertTrue(client.post("/user/sign", AUTH, owner).status() == 200);
        String today =
                LocalDate.ofInstant(node.clock.instant(), TestConfig.ZONE).toString();
        JsonObject counted = get("/admin/check-ins?date=" + today, admin).object();
        assertTrue(counted.getInteger("checkIns") >= 1);
        assertEquals(0, counted.getInteger("madeUp"));
        get("/admin/check-ins?date=2026-02-30", admin).isRefused(400, "BAD_REQUEST");
    }
}
