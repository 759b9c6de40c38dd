package io.nightmarket.http;

import static io.nightmarket.testkit.Json.json;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class NewShopRoutesTest extends RoutesTestBase {
    @BeforeAll
    void addType() {
        node.shops.addType(new ShopType(1, "美食", null, 1, null, null));
    }

    private static JsonObject newShop() {
        return json("{'name':'老街面馆','typeId':1,'images':'/imgs/a.jpg','area':'湖滨','address':'学士路 1 号','x':120.16,"
                + "'y':30.25,'avgPrice':48,'openHours':'10:00-22:00'}");
    }

    private long opened(JsonObject body, String token) {
        return assertInstanceOf(
                        Number.class, client.post("/shop", body, AUTH, token).data())
                .longValue();
    }

    @Test
    void aMerchantOpensAShopAndOwnsIt() {
        String merchant = client.logIn(Role.MERCHANT);

        long id = opened(newShop(), merchant);

        JsonObject shown = client.get("/shop/" + id).object();
        newShop().forEach(member -> assertEquals(member.getValue(), shown.getValue(member.getKey())));
        client.put("/shop", object("id", id, "name", "新"), AUTH, client.logIn(Role.MERCHANT))
                .isRefused(403, "FORBIDDEN");
        assertNull(client.put("/shop", object("id", id, "name", "新"), AUTH, merchant)
                .data());
        assertEquals("新", client.get("/shop/" + id).object().getString("name"));
    }

    @Test
    void aShopThatWasLookedForBeforeIsFoundOnceItIsOpened() {
        String admin = client.logIn(Role.ADMIN);
        long next = opened(newShop(), admin) + 1;
        client.get("/shop/" + next).isRefused(200, "SHOP_NOT_FOUND");
        assertEquals(next, opened(newShop(), admin));
        assertEquals("老街面馆", client.get("/shop/" + next).object().getString("name"));
    }

    @Test
    void whatIsNotTheMerchantsToSayIsIgnored() {
        node.shops.add(Shops.shop(30));
        JsonObject asked = newShop()
                .put("id", 30)
                .put("sold", 9)
                .put("comments", 9)
                .put("score", 50)
                .put("createTime", "2020-01-01T00:00:00")
                .put("distance", 1)
                .put("images", null);

        long id = opened(asked, client.logIn(Role.MERCHANT));

        assertNotEquals(30, id);
        assertEquals("炉鱼", client.get("/shop/30").object().getString("name"));
        JsonObject shown = client.get("/shop/" + id).object();
        for (String member : new String[] {"sold", "comments", "score"}) {
            assertEquals(0, shown.getInteger(member), member);
        }
        assertEquals("", shown.getString("images"));
        assertFalse(shown.containsKey("distance"));
    }

    @Test
    void aNameIsStoredAsItIsWritten() {
        String admin = client.logIn(Role.ADMIN);
        for (String name :
                new String[] {"<script>alert('1')</script>", "'; DROP TABLE tb_shop; --", "100%_\\\"", "🍜".repeat(128)
                }) {
            long id = opened(newShop().put("name", name), admin);
            Reply reply = client.get("/shop/" + id);
            assertEquals(name, reply.object().getString("name"));
            assertEquals("application/json", reply.header("content-type"));
        }
    }

    @Test
    void aShopOfNoTypeIsNotOpened() {
        client.post("/shop", newShop().put("typeId", 404), AUTH, client.logIn(Role.ADMIN))
                .isRefused(200, "SHOP_TYPE_NOT_FOUND");
    }
}
