package io.nightmarket.http;

import static io.nightmarket.testkit.Json.json;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What staff create or change is what they meant: a member that has no effect is refused, and the rule that was broken is said. */
final class StaffBodiesTest extends RoutesTestBase {
    private static final Set<String> OF_STAFF = Set.of(new String[] {
        "createShop",
        "updateShop",
        "createShopType",
        "updateShopType",
        "createVoucher",
        "createFlashSale",
        "restockSale",
        "correctSale",
        "copySale",
        "pauseOwnSale",
        "resumeOwnSale",
        "manageDeadLetters",
        "changeRole",
        "assignShops",
        "redeemOrder",
        "undoRedemption",
        "refundByStaff",
        "callOffSale",
        "addWebhook",
        "moveWebhook",
        "changeShopStaff",
        "banUser",
        "liftBan",
        "eraseUser",
        "hideNote",
        "restoreNote",
        "hideComment",
        "restoreComment"
    });

    private String admin = "";

    @BeforeAll
    void logIn() {
        node.shops.addType(new ShopType(1, "food", null, 1, null, null));
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
    }

    private Reply send(DescribedBody body, String... more) {
        JsonObject sent = body.example().copy();
        for (String member : more) {
            sent.put(member, true);
        }
        return body.send(client, admin, sent.encode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"waitList", "role", "x-y", "备注", "endtime", "sale"})
    void aMemberThatIsNotKnownIsRefusedToStaffAlone(String member) throws IOException {
        List<String> refusing = new ArrayList<>();
        for (DescribedBody body : DescribedBody.all()) {
            Reply reply = body.example().containsKey(member) ? send(body) : send(body, member);
            if (OF_STAFF.contains(body.operation()) && !body.example().containsKey(member)) {
                refusing.add(body.operation());
                assertEquals(
                        "请求格式错误：" + member + "，没有这个字段",
                        reply.refusedAs(400, "BAD_REQUEST").text());
            } else {
                assertEquals(200, reply.status(), body.operation());
            }
        }
        long known = DescribedBody.all().stream()
                .filter(body ->
                        OF_STAFF.contains(body.operation()) && body.example().containsKey(member))
                .count();
        assertEquals(OF_STAFF.size() - known, refusing.size(), refusing::toString);
    }

    /** No part of an answer is what a stranger wrote as a name. */
    @Test
    void aNameThatIsNoneIsNotRepeated() throws IOException {
        for (DescribedBody body : DescribedBody.all()) {
            if (OF_STAFF.contains(body.operation())) {
                for (String member : List.of("<b>", "a b", "", "a/b", "\ud83d", "x".repeat(65), "a\nb", "~1")) {
                    assertEquals(
                            "body",
                            send(body, member).refusedAs(400, "BAD_REQUEST").place(),
                            member);
                }
            }
        }
    }

    /** A front end may send back what it got, with one member changed. */
    @Test
    void whatIsShownMayBeSentBack() {
        JsonObject shop = client.get("/shop/1").object();
        assertEquals(
                200, client.put("/shop", shop.put("name", "new"), AUTH, admin).status());
        assertEquals("new", client.get("/shop/1").object().getString("name"));
        assertEquals(200, client.post("/shop", shop, AUTH, admin).status());
        JsonObject type = client.get("/shop-type/1").object();
        assertEquals(200, client.put("/shop-type", type, AUTH, admin).status());
        JsonObject voucher =
                object("shopId", 1, "title", "t", "rules", "全场通用\n无需预约", "payValue", 8000, "actualValue", 10000);
        assertEquals(200, client.post("/voucher", voucher, AUTH, admin).status());
        JsonObject shown = client.get("/voucher/list/1").list().stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getInteger("type") == 0)
                .findFirst()
                .orElseThrow();
        assertEquals(200, client.post("/voucher", shown, AUTH, admin).status());
        JsonObject sale = voucher.put("type", 1)
                .put("stock", 100)
                .put("beginTime", "2036-01-25T10:09:17")
                .put("endTime", "2036-01-26T12:09:04");
        assertEquals(200, client.post("/voucher/seckill", sale, AUTH, admin).status());
        client.post("/voucher", sale, AUTH, admin).isRefused(400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payValue | 901 | payValue must not be above actualValue | payValue，价格不能高于面值 actualValue",
                "payValue | 900 | - | -",
                "endTime | \"2036-01-01T00:00:00\" | endTime must be after beginTime | endTime，结束时间须晚于开始时间",
                "beginTime | \"2036-02-30T00:00:00\" | beginTime is no date or time that can be stored | beginTime，没有这个日期或时间",
                "stock | 0 | stock is too small | stock，太小",
                "stock | \"5\" | stock is of the wrong type | stock，类型不对",
                "title | - | title is required | title，必填",
                "title | \"a\\u200b\" | title must be visible, without hidden characters and line breaks | title，名称须可见，且不含隐藏字符或换行",
                "rules | \"a\\u0000\" | rules has a control character | rules，含有控制字符",
                "rules | \"a\\ud83d\" | rules has half of a character | rules，含有不完整的字符",
                "payValue | 9007199254740993 | payValue is too large | payValue，太大",
                "actualValue | 9007199254740993.0 | actualValue does not have the form or value that is described | actualValue，格式或取值不符",
                "actualValue | 9007199254740992 | - | -",
                "actualValue | 1e3 | - | -",
                "actualValue | 1e300 | actualValue is too large | actualValue，太大",
                "shopId | 1e19 | shopId does not have the form or value that is described | shopId，格式或取值不符",
                "shopId | 9007199254740993.0 | shopId does not have the form or value that is described | shopId，格式或取值不符"
            })
    void theRuleThatWasBrokenIsSaid(String member, String json, String english, String chinese) {
        JsonObject sale = saleOf(100, 900, 2036);
        if (json.equals("-")) {
            sale.remove(member);
        } else {
            sale.put(member, "VALUE");
        }
        String body = sale.encode().replace("\"VALUE\"", json);
        Reply first = client.method("POST", "/voucher/seckill", body, AUTH, admin, "accept-language", "en");
        Reply second = client.method("POST", "/voucher/seckill", body, AUTH, admin);
        if (english.equals("-")) {
            assertEquals(200, first.status(), () -> first.text());
        } else {
            assertEquals(
                    "Malformed request: " + english,
                    first.refusedAs(400, "BAD_REQUEST").text());
            assertEquals(
                    "请求格式错误：" + chinese, second.refusedAs(400, "BAD_REQUEST").text());
        }
    }

    private static JsonObject saleOf(long payValue, long actualValue, int year) {
        return json(
                "{'shopId':1,'title':'t','payValue':%d,'actualValue':%d,'stock':3,'beginTime':'%d-01-01T00:00:00',"
                        + "'endTime':'%d-01-02T00:00:00'}",
                payValue, actualValue, year, year);
    }

    @Test
    void aSaleThatIsOverIsRefusedByItsRule() {
        JsonObject sale = saleOf(1, 2, 2020);
        Reply reply = client.post("/voucher/seckill", sale, AUTH, admin, "accept-language", "en");
        assertEquals(
                "Malformed request: endTime must be in the future",
                reply.refusedAs(400, "BAD_REQUEST").text());
    }

    /** Ids of adopted sites may have 19 digits, and are texts in JSON as a rule. */
    @Test
    void idsBeyondWhatBrowsersHoldGoInAndOutAsTexts() {
        String phone = TestClient.newPhone();
        JsonObject merchant = object("phone", phone, "role", "MERCHANT");
        assertEquals(200, client.post("/admin/roles", merchant, AUTH, admin).status());
        String shop = "1961005746230337603";
        JsonObject shops =
                object("phone", phone, "added", new JsonArray().add(shop).add(7));
        Reply unknown = client.post("/admin/merchant-shops", shops, AUTH, admin).refusedAs(200, "SHOP_NOT_FOUND");
        assertEquals(new JsonArray().add(7).add(shop), unknown.json().getJsonArray("data"));
        node.shops.add(Shops.shop(Long.parseLong(shop)));
        shops.put("added", new JsonArray().add(shop));
        assertEquals(
                true,
                client.post("/admin/merchant-shops", shops, AUTH, admin).json().getBoolean("success"));
        assertEquals(shop, client.get("/shop/" + shop).object().getValue("id"));
    }
}
