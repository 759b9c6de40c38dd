package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ShopTypeRoutesTest extends RoutesTestBase {
    @BeforeAll
    void addTypes() {
        node.shops.addType(new ShopType(3, "KTV", "/types/ktv.png", 2, null, null));
        node.shops.addType(new ShopType(4, "Spa", null, 2, null, null));
    }

    @Test
    void aTypeIsShown() {
        Reply reply = client.get("/shop-type/3");

        assertEquals(
                new JsonObject("{\"id\":3,\"name\":\"KTV\",\"icon\":\"/types/ktv.png\",\"sort\":2}"), reply.object());
        assertEquals("no-store", reply.header("cache-control"));
        assertEquals(reply.object(), client.get("/api/shop-type/3").object());
    }

    @Test
    void anUnknownTypeHasNoData() {
        assertNull(client.get("/shop-type/404").data());
    }

    @Test
    void aStaleTypeSaysSo() {
        assertNull(client.get("/shop-type/4").header("age"));

        node.clock.advance(Duration.ofMinutes(2));

        Reply stale = client.get("/shop-type/4");
        assertEquals("120", stale.header("age"));
        assertEquals("night-market; hit; detail=stale", stale.header("cache-status"));
    }

    private static JsonObject named(String name) {
        return object("name", name);
    }

    private long create(JsonObject type, String token) {
        return assertInstanceOf(
                        Number.class,
                        client.post("/shop-type", type, AUTH, token).data())
                .longValue();
    }

    @Test
    void anAdminCreatesChangesAndDeletesATypeAndReadersSeeItAtOnce() {
        String admin = client.logIn(Role.ADMIN);
        long id = create(named("夜宵").put("icon", "/types/ms.png").put("sort", 3), admin);
        assertEquals(
                object("id", id, "name", "夜宵", "icon", "/types/ms.png", "sort", 3),
                client.get("/shop-type/" + id).object());

        JsonObject change = named("早点").put("id", id);
        assertNull(client.put("/shop-type", change, AUTH, admin).data());
        JsonObject shown = client.get("/shop-type/" + id).object();
        assertEquals("早点", shown.getString("name"));
        assertEquals("/types/ms.png", shown.getString("icon"));

        assertNull(client.delete("/shop-type/" + id, AUTH, admin).data());
        assertNull(client.get("/shop-type/" + id).data());
        client.delete("/shop-type/" + id, AUTH, admin).isRefused(200, "SHOP_TYPE_NOT_FOUND");
        client.put("/shop-type", change, AUTH, admin).isRefused(200, "SHOP_TYPE_NOT_FOUND");
    }

    @Test
    void aTypeThatAShopHasStays() {
        String admin = client.logIn(Role.ADMIN);
        long id = create(named("夜宵"), admin);
        JsonObject shop = named("老街面馆")
                .put("typeId", id)
                .put("address", "学士路 1 号")
                .put("x", 120.1)
                .put("y", 30.2);
        assertInstanceOf(Number.class, client.post("/shop", shop, AUTH, admin).data());

        client.delete("/shop-type/" + id, AUTH, admin).isRefused(200, "SHOP_TYPE_IN_USE");
        assertEquals("夜宵", client.get("/shop-type/" + id).object().getString("name"));
    }
}
