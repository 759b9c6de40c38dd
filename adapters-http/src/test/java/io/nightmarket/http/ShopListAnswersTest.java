package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.shop.Nearby;
import io.nightmarket.domain.shop.NearbyPage;
import io.nightmarket.domain.shop.ShopId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What lists of shops tell beside the shops: how far they are, and that they are stale. */
final class ShopListAnswersTest extends RoutesTestBase {
    @Test
    void sortedListsShowTheDistanceOfShopsOnTheMap() {
        node.shops.add(Shops.shop(20, 3, 120.2, 30, 10));
        node.shops.add(Shops.shop(21, 3, 120, 30, 30));
        node.shops.add(Shops.shop(22, 3, 200, 30, 20));
        node.shops.add(Shops.shop(23, 3, 120, 90, 5));
        Reply sorted = client.get("/shop/of/type?typeId=3&x=120.1&y=30&sortBy=score");
        JsonArray shops = assertInstanceOf(JsonArray.class, sorted.data());
        assertEquals(
                List.of(21, 22, 20, 23),
                shops.stream().map(shop -> ((JsonObject) shop).getInteger("id")).toList());
        double tenthOfADegree = 9632.5;
        assertEquals(tenthOfADegree, shops.getJsonObject(0).getDouble("distance"), 0.5);
        assertEquals(tenthOfADegree, shops.getJsonObject(2).getDouble("distance"), 0.5);
        assertFalse(shops.getJsonObject(1).containsKey("distance"), "off the map");
        assertFalse(shops.getJsonObject(3).containsKey("distance"), "off the map");
        JsonArray plain = assertInstanceOf(
                JsonArray.class,
                client.get("/shop/of/type?typeId=3&sortBy=score").data());
        assertFalse(plain.getJsonObject(0).containsKey("distance"));
    }

    /** Shops are kept fresh for a minute, and nobody rebuilds here. */
    @Test
    void aListWithAStaleShopIsToldToBeStale() {
        String[] paths = {"/shop/of/type?typeId=4", "/shop/of/name", "/shop/of/type?typeId=4&x=1&y=1"};
        node.shops.add(Shops.shop(10, 4, 1, 2, 0));
        node.nearby = (_, _, _, _, _) -> CompletableFuture.completedStage(
                node.just(new NearbyPage<>(List.of(new Nearby<>(new ShopId(10), 7)), 10)));
        for (String path : paths) {
            Reply fresh = client.get(path);
            assertNull(fresh.header("age"), path);
            assertNull(fresh.header("cache-status"), path);
            assertEquals("no-store", fresh.header("cache-control"), path);
        }
        node.clock.advance(Duration.ofSeconds(75));
        for (String path : paths) {
            Reply stale = client.get(path);
            JsonArray shops = assertInstanceOf(JsonArray.class, stale.data());
            assertEquals(10, shops.getJsonObject(0).getInteger("id"), path);
            assertEquals("75", stale.header("age"), path);
            assertEquals("night-market; hit; detail=stale", stale.header("cache-status"), path);
            assertEquals("no-store", stale.header("cache-control"), path);
            assertEquals(path.contains("x="), stale.header("set-cookie") != null, path);
        }
    }
}
