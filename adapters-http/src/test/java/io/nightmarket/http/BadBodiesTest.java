package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For each operation with a body: one member that breaks a rule, and the field that the answer names. */
final class BadBodiesTest extends RoutesTestBase {
    /** One character too long. */
    private static final String LONG_KEY = "k0000000000000000000000000000000000000000000000000000000000000064";

    private static final Map<String, JsonObject> TRADE = Map.of(
            "POST /shop",
            new JsonObject()
                    .put("name", "n")
                    .put("typeId", 1)
                    .put("address", "a")
                    .put("x", 1)
                    .put("y", 2),
            "PUT /shop",
            new JsonObject().put("id", 1),
            "POST /voucher/seckill",
            new JsonObject()
                    .put("shopId", 1)
                    .put("title", "t")
                    .put("payValue", 1)
                    .put("actualValue", 2)
                    .put("stock", 3)
                    .put("beginTime", "2036-01-01T00:00:00")
                    .put("endTime", "2036-01-02T00:00:00"),
            "POST /admin/sales/1/stock",
            new JsonObject().put("adjustmentId", "more").put("units", 1),
            "POST /admin/dead-letters",
            new JsonObject().put("action", "purge").put("ids", new JsonArray().add("17")),
            "POST /voucher",
            new JsonObject()
                    .put("shopId", 1)
                    .put("title", "t")
                    .put("payValue", 1)
                    .put("actualValue", 2),
            "POST /voucher-order",
            new JsonObject().put("voucherId", 1),
            "POST /voucher-order/1/pay",
            new JsonObject().put("payType", 1).put("payer", "p"),
            "POST /voucher-order/verify",
            new JsonObject().put("code", "1234567890123456789"),
            "POST /payment/notify",
            new JsonObject()
                    .put("id", "n-1")
                    .put("payment", "17")
                    .put("outcome", "CAPTURED")
                    .put("amount", 1));

    private static final Map<String, JsonObject> TYPES = Map.of(
            "POST /shop-type", new JsonObject().put("name", "n"), "PUT /shop-type", new JsonObject().put("id", 1));

    private static final Map<String, JsonObject> PEOPLE = Map.of(
            "PUT /user",
            new JsonObject().put("nickName", "n"),
            "PUT /user/info",
            new JsonObject().put("city", "c"),
            "PUT /user/password",
            new JsonObject().put("password", "12345678"),
            "POST /user/sign/make-up",
            new JsonObject().put("date", "2026-11-20"));

    private static final Map<String, JsonObject> NOTES = Map.of(
            "POST /blog",
            new JsonObject()
                    .put("shopId", 1)
                    .put("title", "t")
                    .put("content", "c")
                    .put("images", "/imgs/a.jpg"),
            "POST /blog-comments",
            new JsonObject().put("blogId", 1).put("content", "c"));

    private static final Map<String, JsonObject> BODIES = Stream.of(TRADE, TYPES, PEOPLE, NOTES)
            .flatMap(bodies -> bodies.entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    private String admin = "";

    @BeforeAll
    void logIn() {
        node.shops.addType(new ShopType(1, "food", null, 1, null, null));
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
    }

    private Reply send(String operation, String body) {
        String[] parts = operation.split(" ", 2);
        return client.method(parts[0], parts[1], body, AUTH, admin);
    }

    @Test
    void theBodiesThatTheRowsChangeAreAccepted() {
        BODIES.forEach((operation, body) ->
                assertEquals(200, send(operation, body.encode()).status(), operation));
    }

    /** A row is an operation, a member, its JSON or nothing for a missing member, and the field at fault when it differs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST /blog | shopId | | shopId",
                "POST /blog | shopId | 0 | shopId",
                "POST /blog | title | | title",
                "POST /blog | title | \"\" | title",
                "POST /blog | title | \" \\n\" | title",
                "POST /blog | title | 1 | title",
                "POST /blog | content | | content",
                "POST /blog | content | \"\\u0000\" | content",
                "POST /blog | images | \"a,b,c,d,e,f,g,h,i,j\" | images",
                "POST /blog | images | \"javascript:x\" | images",
                "POST /blog | images | \"http://elsewhere/a.jpg\" | images",
                "POST /blog | images | \"/imgs/a.jpg,https://elsewhere/b.jpg\" | images",
                "POST /blog | images | \"HTTPS://elsewhere/a.jpg\" | images",
                "POST /blog | images | \"//elsewhere/a.jpg\" | images",
                "POST /blog | images | \"/imgs/a.jpg,/\\\\elsewhere/b.jpg\" | images",
                "POST /blog-comments | blogId | | blogId",
                "POST /blog-comments | content | | content",
                "POST /blog-comments | content | \"\" | content",
                "POST /blog-comments | parentId | -1 | parentId",
                "POST /blog-comments | answerId | 1 | parentId",
                "POST /shop-type | name | | name",
                "POST /shop-type | name | \" \" | name",
                "POST /shop-type | icon | \"javascript:x\" | icon",
                "POST /shop-type | sort | -1 | sort",
                "POST /shop-type | sort | 1000001 | sort",
                "PUT /shop-type | id | | id",
                "PUT /shop-type | sort | 1.5 | sort",
                "POST /shop | name | | name",
                "POST /shop | name | \"\" | name",
                "POST /shop | name | \" \\t\" | name",
                "POST /shop | name | \"\u3000\" | name",
                "POST /shop | typeId | 0 | typeId",
                "POST /shop | typeId | \"0\" | typeId",
                "POST /shop | typeId | 1e999999999 | typeId",
                "POST /shop | typeId | 9223372036854775808 | typeId",
                "POST /shop | typeId | \"9223372036854775808\" | typeId",
                "POST /shop | address | | address",
                "POST /shop | x | 1e999999999 | x",
                "POST /shop | x | | x",
                "POST /shop | y | -90.01 | y",
                "POST /shop | y | true | y",
                "POST /shop | avgPrice | 9223372036854775808 | avgPrice",
                "POST /shop | avgPrice | 1e400 | avgPrice",
                "PUT /shop | id | | id",
                "PUT /shop | id | null | id",
                "PUT /shop | id | \"\" | id",
                "PUT /shop | id | 1.5 | id",
                "PUT /shop | id | 1e999999999 | id",
                "PUT /shop | id | 9223372036854775808 | id",
                "PUT /shop | id | \"12345678901234567890\" | id",
                "PUT /shop | name | \"\" | name",
                "PUT /shop | name | \" \\t\\u3000\" | name",
                "PUT /shop | typeId | -1 | typeId",
                "PUT /shop | images | 1 | images",
                "PUT /shop | area | {} | area",
                "PUT /shop | address | [] | address",
                "PUT /shop | x | 180.01 | x",
                "PUT /shop | y | \"1\" | y",
                "PUT /shop | avgPrice | -1 | avgPrice",
                "PUT /shop | avgPrice | 0.5 | avgPrice",
                "PUT /shop | openHours | 1 | openHours",
                "POST /voucher/seckill | shopId | 0 | shopId",
                "POST /voucher/seckill | shopId | | shopId",
                "POST /voucher/seckill | title | \"\" | title",
                "POST /voucher/seckill | title | \"\\t\" | title",
                "POST /voucher/seckill | title | \"\\u2003\" | title",
                "POST /voucher/seckill | subTitle | 1 | subTitle",
                "POST /voucher/seckill | rules | [] | rules",
                "POST /voucher/seckill | payValue | 9223372036854775808 | payValue",
                "POST /voucher/seckill | actualValue | -1 | actualValue",
                "POST /voucher/seckill | stock | 0 | stock",
                "POST /voucher/seckill | stock | 2147483648 | stock",
                "POST /voucher/seckill | beginTime | \"2036-02-30T00:00:00\" | beginTime",
                "POST /voucher/seckill | beginTime | \"2036-01-02T00:00:00\" | endTime",
                "POST /voucher/seckill | endTime | \"2038-01-01T00:00:00\" | endTime",
                "POST /voucher/seckill | endTime | \"1970-01-01T00:00:00\" | endTime",
                "POST /voucher/seckill | ack | \"never\" | ack",
                "POST /voucher/seckill | waitlist | 1 | waitlist",
                "POST /voucher/seckill | waitlist | \"true\" | waitlist",
                "POST /admin/sales/1/stock | adjustmentId | \"\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \" a\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\r\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\u2028\" | adjustmentId",
                "PUT /shop | name | \"a\\u0000b\" | name",
                "PUT /shop | address | \"a\\u0085b\" | address",
                "PUT /shop | images | \"javascript:alert(1)\" | images",
                "PUT /shop | images | \"/imgs/a.jpg,data:text/html,x\" | images",
                "PUT /shop | images | \"/imgs/a.jpg x\" | images",
                "PUT /shop | images | \"//elsewhere/a.jpg\" | images",
                "PUT /shop | images | \"/imgs/a.jpg,//elsewhere/b.jpg\" | images",
                "PUT /shop | images | \"/\\\\elsewhere/a.jpg\" | images",
                "POST /shop | images | \"//elsewhere/a.jpg\" | images",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\n\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"é\" | adjustmentId",
                "POST /admin/sales/1/stock | units | 0 | units",
                "POST /admin/sales/1/stock | units | 0.0 | units",
                "POST /admin/sales/1/stock | units | 1000001 | units",
                "POST /admin/sales/1/stock | units | -1000001 | units",
                "POST /admin/sales/1/stock | units | 1e400 | units",
                "POST /admin/dead-letters | action | \"PURGE\" | action",
                "POST /admin/dead-letters | action | null | action",
                "POST /admin/dead-letters | ids | | ids",
                "POST /admin/dead-letters | ids | [] | ids",
                "POST /admin/dead-letters | ids | [17] | ids[0]",
                "POST /admin/dead-letters | ids | [\"1\", \"017\"] | ids[1]",
                "POST /admin/dead-letters | ids | [\"1\", \"9223372036854775808\"] | ids[1]",
                "POST /voucher | shopId | 0 | shopId",
                "POST /voucher | shopId | | shopId",
                "POST /voucher | title | \"\" | title",
                "POST /voucher | title | \"\\t\" | title",
                "POST /voucher | title | \"a\\u0000b\" | title",
                "POST /voucher | subTitle | 1 | subTitle",
                "POST /voucher | rules | [] | rules",
                "POST /voucher | rules | \"a\\u0085b\" | rules",
                "POST /voucher | payValue | | payValue",
                "POST /voucher | payValue | -1 | payValue",
                "POST /voucher | payValue | 0.5 | payValue",
                "POST /voucher | payValue | 9223372036854775808 | payValue",
                "POST /voucher | actualValue | -1 | actualValue",
                "POST /voucher | actualValue | \"1\" | actualValue",
                "POST /voucher-order | voucherId | | voucherId",
                "POST /voucher-order | voucherId | null | voucherId",
                "POST /voucher-order | voucherId | 0 | voucherId",
                "POST /voucher-order | voucherId | 1.5 | voucherId",
                "POST /voucher-order | voucherId | 9223372036854775808 | voucherId",
                "POST /voucher-order | voucherId | \"12345678901234567890\" | voucherId",
                "POST /voucher-order/1/pay | payType | 0 | payType",
                "POST /voucher-order/1/pay | payType | 4 | payType",
                "POST /voucher-order/1/pay | payType | 1.5 | payType",
                "POST /voucher-order/1/pay | payType | \"1\" | payType",
                "POST /voucher-order/1/pay | payType | 1e999999999 | payType",
                "POST /voucher-order/1/pay | payer | 1 | payer",
                "POST /voucher-order/1/pay | payer | \"a b\" | payer",
                "POST /voucher-order/1/pay | payer | \"a\\n\" | payer",
                "POST /voucher-order/1/pay | payer | \"é\" | payer",
                "POST /voucher-order/verify | code | | code",
                "POST /voucher-order/verify | code | null | code",
                "POST /voucher-order/verify | code | 1234567890123456789 | code",
                "POST /voucher-order/verify | code | \"\" | code",
                "POST /voucher-order/verify | code | \"123456789012345678\" | code",
                "POST /voucher-order/verify | code | \"12345678901234567890\" | code",
                "POST /voucher-order/verify | code | \"123456789012345678a\" | code",
                "POST /payment/notify | id | | id",
                "POST /payment/notify | id | \"\" | id",
                "POST /payment/notify | id | \"a b\" | id",
                "POST /payment/notify | id | \"a\\n\" | id",
                "POST /payment/notify | id | \"é\" | id",
                "POST /payment/notify | payment | | payment",
                "POST /payment/notify | payment | 17 | payment",
                "POST /payment/notify | payment | \"-1\" | payment",
                "POST /payment/notify | payment | \"12345678901234567890\" | payment",
                "POST /payment/notify | outcome | | outcome",
                "POST /payment/notify | outcome | \"captured\" | outcome",
                "POST /payment/notify | outcome | \"PENDING\" | outcome",
                "POST /payment/notify | amount | | amount",
                "POST /payment/notify | amount | -1 | amount",
                "POST /payment/notify | amount | 0.5 | amount",
                "POST /payment/notify | amount | 9223372036854775808 | amount",
                "PUT /user | nickName | \" \\t\\u3000\" | nickName",
                "PUT /user | nickName | 1 | nickName",
                "PUT /user | icon | \"//a/b\" | icon",
                "PUT /user | icon | \"http://a/b\" | icon",
                "PUT /user/info | icon | \"https://a/b\" | icon",
                "PUT /user | icon | \"data:image/png\" | icon",
                "PUT /user/info | introduce | [] | introduce",
                "PUT /user/info | city | \"a\\u0000b\" | city",
                "PUT /user/info | gender | 1 | gender",
                "PUT /user/info | birthday | \"2001-02-29\" | birthday",
                "PUT /user/info | birthday | \"2001-02-28T00:00:00\" | birthday",
                "PUT /user/info | birthday | \"2099-01-01\" | birthday",
                "PUT /user/password | password | | password",
                "PUT /user/password | password | null | password",
                "PUT /user/password | password | \"1234567\" | password",
                "PUT /user/password | oldPassword | 12345678 | oldPassword",
                "POST /user/sign/make-up | date | | date",
                "POST /user/sign/make-up | date | \"2026-13-01\" | date",
                "POST /user/sign/make-up | date | \"2026-02-30\" | date",
                "POST /user/sign/make-up | date | 20261120 | date"
            })
    void theFieldAtFaultIsNamed(String operation, String member, String json, String field) {
        JsonObject body = Objects.requireNonNull(BODIES.get(operation)).copy();
        String sent;
        if (json == null) {
            body.remove(member);
            sent = body.encode();
        } else {
            sent = body.put(member, "VALUE").encode().replace("\"VALUE\"", json);
        }
        Reply reply = send(operation, sent).refusedAs(400, "BAD_REQUEST");
        assertEquals(field, reply.place());
    }

    /** Headers have bounds of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", LONG_KEY})
    void aKeyOfAnotherFormIsRefused(String key) {
        for (String operation : List.of("", "/1/pay", "/1/cancel", "/1/refund")) {
            JsonObject body = operation.isEmpty() ? new JsonObject().put("voucherId", 1) : new JsonObject();
            Reply reply = client.post("/voucher-order" + operation, body, AUTH, admin, "Idempotency-Key", key)
                    .refusedAs(400, "BAD_REQUEST");
            assertEquals("Idempotency-Key", reply.place());
        }
    }

    @Test
    void aKeyOfSixtyFourCharactersIsTaken() {
        JsonObject body = new JsonObject().put("voucherId", 404);
        client.post("/voucher-order", body, AUTH, admin, "Idempotency-Key", LONG_KEY.substring(1))
                .isRefused(200, "VOUCHER_NOT_FOUND");
    }

    @Test
    void textsThatAreTooLongAreRefused() {
        String payer = "p".repeat(128);
        JsonObject payment = new JsonObject().put("payer", payer);
        client.post("/voucher-order/1/pay", payment, AUTH, admin).isRefused(200, "ORDER_NOT_FOUND");
        client.post("/voucher-order/1/pay", payment.put("payer", payer + "p"), AUTH, admin)
                .isRefused(400, "BAD_REQUEST");
        JsonObject notification =
                Objects.requireNonNull(BODIES.get("POST /payment/notify")).copy();
        client.post("/payment/notify", notification.put("id", "n".repeat(64))).isRefused(200, "SIGNATURE_WRONG");
        client.post("/payment/notify", notification.put("id", "n".repeat(65))).isRefused(400, "BAD_REQUEST");
        client.post("/payment/notify", notification.put("id", "n"), "Payment-Signature", "s".repeat(201))
                .isRefused(400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cursor=1 | cursor",
                "cursor=-1 | cursor",
                "cursor=1-2-3 | cursor",
                "cursor=1-2%0A | cursor",
                "cursor=1--2 | cursor",
                "cursor=12345678901234567890-1 | cursor",
                "cursor=1-12345678901234567890 | cursor",
                "cursor=1-9223372036854775808 | cursor",
                "cursor=9223372036854775808-1 | cursor",
                "cursor=1-0 | cursor",
                "size=0 | size",
                "size=101 | size",
                "size=1.5 | size",
                "status=0 | status",
                "status=7 | status",
                "status=x | status"
            })
    void theListTakesNoOtherParameters(String query, String field) {
        Reply reply = client.get("/voucher-order/of/me?" + query, AUTH, admin).refusedAs(400, "BAD_REQUEST");
        assertEquals(field, reply.place());
    }

    @Test
    void theGreatestCursorIsTaken() {
        String greatest = "9223372036854775807-9223372036854775807";
        assertEquals(
                new JsonArray(),
                client.get("/voucher-order/of/me?size=100&cursor=" + greatest, AUTH, client.logIn(Role.SHOPPER))
                        .object()
                        .getJsonArray("list"));
    }
}
