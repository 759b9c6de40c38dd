package io.nightmarket.http;

import static io.nightmarket.testkit.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

final class VoucherRoutesTest extends RoutesTestBase {
    @Test
    void aMerchantPutsAVoucherOnSaleAndEverybodySeesIt() {
        node.shops.add(Shops.shop(1));
        String merchant = client.logIn(Role.MERCHANT);
        node.shops.own(new ShopId(1), client.user(merchant));
        JsonObject asked =
                sale(1).put("beginTime", "2027-11-20T11:30:00Z").put("type", 0).put("status", 2);
        Object id = client.post("/voucher/seckill", asked, AUTH, merchant).data();
        JsonArray list = (JsonArray) client.get("/voucher/list/1").data();
        assertNotNull(list);
        JsonObject shown = list.getJsonObject(0);
        assertEquals(id, shown.getValue("id"));
        assertEquals(1, shown.getInteger("shopId"));
        assertEquals("100 元代金券", shown.getString("title"));
        assertEquals(1, shown.getInteger("type"));
        assertEquals(500, shown.getInteger("stock"));
        assertEquals("2027-11-20T19:30:00", shown.getString("beginTime"));
        assertEquals("2027-11-20T21:00:00", shown.getString("endTime"));
    }

    @Test
    void whatIsOnSaleBearsATagThatChangesWithIt() {
        node.shops.add(Shops.shop(5));
        Reply none = client.get("/voucher/list/5");
        assertEquals("no-cache", none.header("cache-control"));
        String tag = String.valueOf(none.header("etag"));

        assertNotNull(client.post("/voucher/seckill", sale(5), AUTH, client.logIn(Role.ADMIN))
                .data());

        Reply one = client.get("/voucher/list/5", "if-none-match", tag);
        assertEquals(200, one.status());
        assertTrue(one.data() instanceof JsonArray list && list.size() == 1);
    }

    @Test
    void anAdminMayForAnyShopThatThereIs() {
        node.shops.add(Shops.shop(3));
        String admin = client.logIn(Role.ADMIN);
        assertNotNull(client.post("/voucher/seckill", sale(3), AUTH, admin).data());
        client.post("/voucher/seckill", sale(333), AUTH, admin).isRefused(200, "SHOP_NOT_FOUND");
    }

    private static JsonObject sale(long shop) {
        return json(
                "{'shopId':%d,'title':'100 元代金券','subTitle':'周一至周日均可使用','rules':'全场通用','payValue':8000,"
                        + "'actualValue':10000,'stock':500,'beginTime':'2027-11-20T19:30:00','endTime':'2027-11-20T21:00:00.500'}",
                shop);
    }
}
