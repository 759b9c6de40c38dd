package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Lists of shops, of a type and around a place, over HTTP, on two nodes. Each test has a place or a type of its own. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NearbyIT {
    /** What is found near is found by all soon, so that the tests don't wait; pages of types don't end by themselves. */
    private static final Map<String, String> SETTINGS = Map.of(
            "NIGHTMARKET_CACHE_AREAS_SOFT_TTL",
            "500ms",
            "NIGHTMARKET_CACHE_AREAS_JITTER",
            "0s-0s",
            "NIGHTMARKET_CACHE_SHOP_PAGES_SOFT_TTL",
            "10m",
            "NIGHTMARKET_CACHE_SHOP_PAGES_ABSENT_TTL",
            "10m");

    private static final double HUNDRED_METRES = 0.0009;
    private static final int SHOPS = 35;

    private ShopMarket market;

    private record Place(double x, double y) {
        Place north(double hundreds) {
            return new Place(x, y + hundreds * HUNDRED_METRES);
        }
    }

    @BeforeAll
    void open(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        market = ShopMarket.open(data, SETTINGS);
    }

    @AfterAll
    void close() throws Exception {
        market.close();
    }

    private long open(String name, Place place) {
        return market.open(ShopMarket.TYPE, name, place.x(), place.y());
    }

    private static String page(int type, Place from, int current) {
        return "/shop/of/type?typeId=" + type + "&current=" + current + "&x=" + from.x() + "&y=" + from.y();
    }

    private static List<JsonObject> shops(Client.Answer answer) {
        assertTrue(answer.success(), answer::toString);
        return answer.body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    private static List<Long> ids(Client.Answer answer) {
        return shops(answer).stream().map(shop -> shop.getLong("id")).toList();
    }

    /** On both nodes, sooner or later. */
    private void awaitNear(Place from, int type, List<Long> expected) {
        for (Client node : market.nodes()) {
            Eventually.holds(
                    "near are " + expected,
                    () -> ids(node.get(page(type, from, 1), null)).equals(expected));
        }
    }

    @Test
    void aShopIsFoundWhereItLiesAndWhereItGoes() {
        Place here = new Place(100, 10);
        Place there = new Place(101, 10);
        awaitNear(here, ShopMarket.TYPE, List.of());
        long far = open("far", here.north(3));
        long near = open("near", here.north(-1));
        long middle = open("middle", here.north(2));
        awaitNear(here, ShopMarket.TYPE, List.of(near, middle, far));

        List<JsonObject> shown = shops(market.nodes().getFirst().get(page(ShopMarket.TYPE, here, 1), null));
        for (int i = 0; i < 3; i++) {
            assertEquals(100.0 * (i + 1), shown.get(i).getDouble("distance"), 1, "metres");
        }

        market.change(object("id", near, "x", there.x(), "y", there.y()));
        awaitNear(here, ShopMarket.TYPE, List.of(middle, far));
        awaitNear(there, ShopMarket.TYPE, List.of(near));

        market.change(object("id", middle, "typeId", ShopMarket.OTHER_TYPE));
        awaitNear(here, ShopMarket.TYPE, List.of(far));
        awaitNear(here, ShopMarket.OTHER_TYPE, List.of(middle));
    }

    @Test
    void whoTurnsPagesWhileShopsOpenSeesEachOnceAndMissesNone() {
        Place here = new Place(102, 10);
        List<Long> there = new ArrayList<>();
        for (int i = 0; i < SHOPS; i++) {
            there.add(open("shop " + i, here.north(i + 1)));
        }
        Client node = market.nodes().getFirst();
        Eventually.holds(
                "all are found there",
                () -> ids(node.get(page(ShopMarket.TYPE, here, 4), null)).contains(there.getLast()));

        Client.Answer first = node.get(page(ShopMarket.TYPE, here, 1), null);
        List<Long> seen = new ArrayList<>(ids(first));
        String cookie = requireNonNull(first.headers().get("set-cookie")).split(";", 2)[0];
        for (int current = 2; current <= 4; current++) {
            long opened = open("new " + current, here.north(current / 10.0));
            Eventually.holds(
                    "others see the new shop",
                    () -> ids(node.get(page(ShopMarket.TYPE, here, 1), null)).contains(opened));
            seen.addAll(ids(node.getWithCookie(page(ShopMarket.TYPE, here, current), cookie)));
        }

        assertEquals(there, seen);
        List<Long> withoutCookie = ids(node.get(page(ShopMarket.TYPE, here, 2), null));
        assertFalse(withoutCookie.equals(there.subList(10, 20)), "the new shops would have shifted the pages");
    }

    @Test
    void whoBeginsAfterAShopOpenedMeetsItOnBothNodes() throws Exception {
        int type = 71;
        for (Client node : market.nodes()) {
            assertEquals(List.of(), ids(pageOf(type, 1, node)));
        }
        market.inMySql().write("INSERT INTO tb_shop_type (id, name, icon, sort) VALUES (?, '新', '', 9)", type);
        List<Long> opened = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            opened.add(market.open(type, "shop " + i, 104, 10));
            for (Client node : market.nodes()) {
                Eventually.holds("all are met", () -> allPagesOf(type, node).equals(opened));
            }
        }
    }

    private static List<Long> allPagesOf(int type, Client node) {
        List<Long> met = new ArrayList<>();
        for (int current = 1; current <= 4; current++) {
            met.addAll(ids(pageOf(type, current, node)));
        }
        return met;
    }

    private static Client.Answer pageOf(int type, int current, Client node) {
        return node.get("/shop/of/type?typeId=" + type + "&current=" + current, null);
    }

    @Test
    void aRedisThatLostEverythingIsFilledAgainAndAnswersStayRight() {
        Place here = new Place(103, 10);
        long near = open("near", here.north(1));
        long far = open("far", here.north(2));
        awaitNear(here, ShopMarket.TYPE, List.of(near, far));
        RedisPeek redis = market.inRedis();

        redis.tell(Command.FLUSHALL);

        for (int i = 0; i < 10; i++) {
            for (Client node : market.nodes()) {
                // One cell that was never asked for before, and one that all nodes know.
                Place elsewhere = here.north(-15 - i);
                assertEquals(List.of(near, far), ids(node.get(page(ShopMarket.TYPE, elsewhere, 1), null)));
                assertEquals(List.of(near, far), ids(node.get(page(ShopMarket.TYPE, here, 1), null)));
                assertTrue(node.get("/shop/" + far, null).success());
            }
        }
        market.untilTheFilterIsBuilt();
        Eventually.holds("the index is back", () -> redis.field("nm:shop:{near}:index", "server") != null);
        assertEquals(
                "SHOP_NOT_FOUND",
                market.nodes().getLast().get("/shop/987654", null).code());
        assertTrue(market.nodes().getLast().get("/shop/" + near, null).success());
    }
}
