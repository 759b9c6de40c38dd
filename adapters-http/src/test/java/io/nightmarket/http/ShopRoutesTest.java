package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

final class ShopRoutesTest extends RoutesTestBase {
    @Test
    void aShopIsShownInFull() {
        node.shops.add(Shops.shop(1));
        assertEquals(new JsonObject("""
                {"id":1,"name":"炉鱼","typeId":1,"images":"/imgs/a.jpg,/imgs/b.jpg","area":"大关","address":"金华路 29 号",
                 "x":120.15,"y":30.33,"avgPrice":85,"sold":4215,"comments":3035,"score":47,"openHours":"10:00-22:00",
                 "createTime":"2026-01-05T09:00:00","updateTime":"2026-01-05T09:00:00"}"""), client.get("/shop/1").object());
    }

    @Test
    void whatIsNullIsLeftOut() {
        node.shops.add(Shops.bare(2));
        assertFalse(client.get("/shop/2").object().containsKey("area"));
    }

    @Test
    void idsBeyondJavascriptAreStrings() {
        node.shops.add(Shops.shop(9007199254740992L));
        node.shops.add(Shops.shop(9007199254740993L));
        node.shops.add(Shops.shop(Long.MAX_VALUE));
        assertEquals(
                9007199254740992L, client.get("/shop/9007199254740992").object().getValue("id"));
        assertEquals(
                "9007199254740993",
                client.get("/shop/9007199254740993").object().getValue("id"));
        assertEquals(
                "9223372036854775807",
                client.get("/shop/9223372036854775807").object().getValue("id"));
    }

    @Test
    void anUnknownShopIsRefused() {
        assertEquals(
                "店铺不存在",
                client.get("/shop/404").refusedAs(200, "SHOP_NOT_FOUND").text());
    }

    @Test
    void typesAreListed() {
        node.shops.addType(new ShopType(1, "美食", "/types/ms.png", 1, null, null));
        JsonArray types = (JsonArray) client.get("/shop-type/list").data();
        assertEquals(new JsonArray("[{\"id\":1,\"name\":\"美食\",\"icon\":\"/types/ms.png\",\"sort\":1}]"), types);
    }

    @Test
    void aMerchantChangesAnOwnShopAndNothingElseOfIt() {
        node.shops.add(Shops.shop(20));
        String merchant = client.logIn(Role.MERCHANT);
        node.shops.own(new ShopId(20), client.user(merchant));
        assertEquals("炉鱼", client.get("/shop/20").object().getString("name"));
        JsonObject change = object("id", "20", "name", "新店", "area", null, "sold", 1_000_000, "score", 50);
        assertNull(client.put("/shop", change, AUTH, merchant).data());
        JsonObject after = client.get("/shop/20").object();
        assertEquals("新店", after.getString("name"));
        assertEquals("大关", after.getString("area"));
        assertEquals(4215, after.getInteger("sold"));
        assertEquals(47, after.getInteger("score"));
    }

    @Test
    void othersMayNotChangeIt() {
        node.shops.add(Shops.shop(21));
        JsonObject change = object("id", 21, "name", "taken");
        client.put("/shop", change).isRefused(401, "LOGIN_REQUIRED");
        client.put("/shop", change, AUTH, FORGED).isRefused(401, "LOGIN_REQUIRED");
        client.put("/shop", change, AUTH, client.logIn(Role.SHOPPER)).isRefused(403, "FORBIDDEN");
        client.put("/shop", change, AUTH, client.logIn(Role.MERCHANT)).isRefused(403, "FORBIDDEN");
        assertEquals(
                "炉鱼", await(node.shops.find(new ShopId(21))).map(Shop::name).orElse(""));
    }

    @Test
    void anAdminMayAndLearnsOfUnknownOnes() {
        node.shops.add(Shops.shop(22));
        String admin = client.logIn(Role.ADMIN);
        assertNull(client.put("/shop", object("id", 22, "x", 1), AUTH, admin).data());
        client.put("/shop", object("id", 2222), AUTH, admin).isRefused(200, "SHOP_NOT_FOUND");
    }
}
