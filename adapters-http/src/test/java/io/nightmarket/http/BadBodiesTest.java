package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For each operation with a body: one member that breaks a rule, and the field that the answer names. */
final class BadBodiesTest extends RoutesTestBase {
    private static final Map<String, JsonObject> BODIES = Map.of(
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
            "POST /voucher-order/662373112750247937/pay",
            new JsonObject().put("payType", 2),
            "POST /voucher-order/verify",
            new JsonObject().put("code", "4542377217744961490"));

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
                "PUT /shop | typeId | 404 | typeId",
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
                "POST /admin/sales/1/stock | adjustmentId | \"\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \" a\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\r\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\u2028\" | adjustmentId",
                "PUT /shop | name | \"a\\u0000b\" | name",
                "PUT /shop | address | \"a\\u0085b\" | address",
                "PUT /shop | images | \"javascript:alert(1)\" | images",
                "PUT /shop | images | \"/imgs/a.jpg,data:text/html,x\" | images",
                "PUT /shop | images | \"/imgs/a.jpg x\" | images",
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
                "POST /voucher | shopId | | shopId",
                "POST /voucher | shopId | 0 | shopId",
                "POST /voucher | title | \"\" | title",
                "POST /voucher | title | null | title",
                "POST /voucher | payValue | -1 | payValue",
                "POST /voucher | payValue | 9223372036854775808 | payValue",
                "POST /voucher | actualValue | 1.5 | actualValue",
                "POST /voucher-order | voucherId | | voucherId",
                "POST /voucher-order | voucherId | \"1\" | voucherId",
                "POST /voucher-order | voucherId | 1e999999999 | voucherId",
                "POST /voucher-order | voucherId | -1 | voucherId",
                "POST /voucher-order/662373112750247937/pay | payType | 0 | payType",
                "POST /voucher-order/662373112750247937/pay | payType | 4 | payType",
                "POST /voucher-order/662373112750247937/pay | payType | \"2\" | payType",
                "POST /voucher-order/662373112750247937/pay | payer | \"a b\" | payer",
                "POST /voucher-order/662373112750247937/pay | payer | \"\\r\\nx\" | payer",
                "POST /voucher-order/verify | code | | code",
                "POST /voucher-order/verify | code | \"1\" | code",
                "POST /voucher-order/verify | code | 4542377217744961490 | code"
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
        assertEquals("请求格式错误：" + field, reply.text());
    }
}
