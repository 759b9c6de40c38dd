package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each member of each body may not be: what the contract says of it, and row by row what goes beyond a schema. */
final class BadBodiesTest extends RoutesTestBase {
    /** One character too long for a key. */
    private static final String LONG = "k0000000000000000000000000000000000000000000000000000000000000064";

    private String admin = "";
    private List<DescribedBody> bodies = List.of();

    @BeforeAll
    void logIn() throws IOException {
        node.shops.addType(new ShopType(1, "food", null, 1, null, null));
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
        bodies = DescribedBody.all();
    }

    private DescribedBody body(String operation) {
        return bodies.stream()
                .filter(body -> operation.equals(body.method() + ' ' + body.path()))
                .findFirst()
                .orElseThrow();
    }

    /** Nothing is changed by what is refused. */
    private void isRefused(DescribedBody body, String sent, String field) {
        Optional<Shop> before = await(node.shops.find(new ShopId(1)));
        Reply reply = body.send(client, admin, sent);
        assertEquals(400, reply.status(), () -> body.operation() + ' ' + sent);
        assertEquals(field, reply.refusedAs(400, "BAD_REQUEST").place(), () -> body.operation() + ' ' + sent);
        assertEquals(before, await(node.shops.find(new ShopId(1))));
    }

    @Test
    void theExamplesThatAreChangedAreAccepted() {
        for (DescribedBody body : bodies) {
            assertEquals(200, body.send(client, admin, body.example().encode()).status(), body.operation());
        }
    }

    @Test
    void whatTheContractSaysOfAMemberIsChecked() {
        int checked = 0;
        for (DescribedBody body : bodies) {
            for (String member : body.members().fieldNames()) {
                if (body.required().contains(member)) {
                    isRefused(body, body.with(member, null), member);
                }
                for (String wrong : wrongValues(body, member)) {
                    isRefused(body, body.with(member, wrong), member);
                    checked++;
                }
            }
        }
        assertTrue(checked > 350, "values: " + checked);
    }

    /** JSON of other types, and beyond the bounds; none for a member of which the contract says nothing. */
    private static List<String> wrongValues(DescribedBody body, String member) {
        Set<String> types = body.types(member);
        List<String> wrong = new ArrayList<>();
        if (!types.isEmpty()) {
            OTHER_TYPES.forEach((json, fitting) -> {
                if (Collections.disjoint(types, fitting)) {
                    wrong.add(json);
                }
            });
            JsonObject schema = body.members().getJsonObject(member);
            addBounds(schema, wrong);
            schema.getJsonArray("anyOf").forEach(each -> addBounds((JsonObject) each, wrong));
            wrong.removeIf(json -> json.equals("0") && schema.encode().contains("\"const\""));
        }
        return wrong;
    }

    /** JSON, and the types whose members it may be. */
    private static final Map<String, Set<String>> OTHER_TYPES = Map.of(
            "null", Set.of("null"),
            "{}", Set.of(),
            "[]", Set.of("array"),
            "true", Set.of("boolean"),
            "1.5", Set.of("number"),
            "7", Set.of("integer", "number"),
            "\"1\"", Set.of("string"));

    private static void addBounds(JsonObject schema, List<String> wrong) {
        if (schema.containsKey("minimum")) {
            wrong.add(Long.toString(schema.getLong("minimum") - 1));
            wrong.add("-9223372036854775809");
        }
        if (schema.containsKey("maximum")) {
            // As a double, the next number may be the same.
            wrong.add(BigInteger.valueOf(schema.getLong("maximum"))
                    .add(BigInteger.TWO)
                    .toString());
            wrong.add("1e999999999");
        }
        if (schema.containsKey("maxLength")) {
            wrong.add('"' + "n".repeat(schema.getInteger("maxLength") + 1) + '"');
        }
        if (schema.containsKey("minLength")) {
            wrong.add('"' + "n".repeat(schema.getInteger("minLength") - 1) + '"');
        }
        if (schema.containsKey("enum")) {
            schema.getJsonArray("enum").forEach(value -> wrong.add('"' + otherCase((String) value) + '"'));
        }
    }

    private static String otherCase(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.equals(text) ? text.toUpperCase(Locale.ROOT) : lower;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{", "", "null", "[]", "[1]", "5",
                "\"text\"", "{\"id\":}", "{\"id\":1", "\u0000", "{'id':1}", "NaN"
            })
    void whatIsNoObjectIsNoBody(String sent) {
        bodies.forEach(body -> isRefused(body, sent, "body"));
    }

    /** A row is an operation, a member, its JSON, and the field at fault. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST /blog | title | \" \\n\" | title",
                "POST /blog | content | \"\\u0000\" | content",
                "POST /blog | images | \"a,b,c,d,e,f,g,h,i,j\" | images",
                "POST /blog | images | \"javascript:x\" | images",
                "POST /blog | images | \"http://elsewhere/a.jpg\" | images",
                "POST /blog | images | \"/imgs/a.jpg,https://elsewhere/b.jpg\" | images",
                "POST /blog | images | \"HTTPS://elsewhere/a.jpg\" | images",
                "POST /blog | images | \"//elsewhere/a.jpg\" | images",
                "POST /blog | images | \"/imgs/a.jpg,/\\\\elsewhere/b.jpg\" | images",
                "POST /blog-comments | answerId | 1 | parentId",
                "POST /shop-type | name | \" \" | name",
                "POST /shop-type | icon | \"javascript:x\" | icon",
                "POST /shop | name | \"\" | name",
                "POST /shop | name | \" \\t\" | name",
                "POST /shop | name | \"\u3000\" | name",
                "POST /shop | typeId | \"0\" | typeId",
                "POST /shop | typeId | \"9223372036854775808\" | typeId",
                "POST /shop | x | 1e999999999 | x",
                "POST /shop | avgPrice | 9223372036854775808 | avgPrice",
                "POST /shop | avgPrice | 1e400 | avgPrice",
                "POST /shop | images | \"//elsewhere/a.jpg\" | images",
                "PUT /shop | id | \"\" | id",
                "PUT /shop | name | \"\" | name",
                "PUT /shop | name | \" \\t\\u3000\" | name",
                "PUT /shop | name | \"a\\u0000b\" | name",
                "PUT /shop | address | \"a\\u0085b\" | address",
                "PUT /shop | images | \"javascript:alert(1)\" | images",
                "PUT /shop | images | \"/imgs/a.jpg,data:text/html,x\" | images",
                "PUT /shop | images | \"/imgs/a.jpg x\" | images",
                "PUT /shop | images | \"//elsewhere/a.jpg\" | images",
                "PUT /shop | images | \"/imgs/a.jpg,//elsewhere/b.jpg\" | images",
                "PUT /shop | images | \"/\\\\elsewhere/a.jpg\" | images",
                "POST /voucher/seckill | title | \"\\t\" | title",
                "POST /voucher/seckill | title | \"\\u2003\" | title",
                "POST /voucher/seckill | beginTime | \"2036-02-30T00:00:00\" | beginTime",
                "POST /voucher/seckill | beginTime | \"2036-01-02T00:00:00\" | endTime",
                "POST /voucher/seckill | beginTime | \"tomorrow\" | beginTime",
                "POST /voucher/seckill | beginTime | \"0000-01-01T00:00:00\" | beginTime",
                "POST /voucher/seckill | endTime | \"2038-01-01T00:00:00\" | endTime",
                "POST /voucher/seckill | endTime | \"1970-01-01T00:00:00\" | endTime",
                "POST /voucher/seckill | ack | \"never\" | ack",
                "PUT /sales/1 | version | -1 | version",
                "PUT /sales/1 | title | \"\\t\" | title",
                "PUT /sales/1 | payValue | -1 | payValue",
                "PUT /sales/1 | endTime | \"tomorrow\" | endTime",
                "POST /sales/1/copy | beginTime | \"2036-01-02T00:00:00\" | endTime",
                "POST /sales/1/pause | reason | \"\" | reason",
                "POST /sales/1/resume | reason | \" \" | reason",
                "POST /admin/sales/1/stock | adjustmentId | \"\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \" a\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"" + LONG + "\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\r\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\u2028\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"a\\n\" | adjustmentId",
                "POST /admin/sales/1/stock | adjustmentId | \"é\" | adjustmentId",
                "POST /admin/sales/1/stock | units | 0 | units",
                "POST /admin/sales/1/stock | units | 0.0 | units",
                "POST /admin/dead-letters | ids | [] | ids",
                "POST /admin/dead-letters | ids | [17] | ids[0]",
                "POST /admin/dead-letters | ids | [null] | ids[0]",
                "POST /admin/dead-letters | ids | [\"\"] | ids[0]",
                "POST /admin/dead-letters | ids | [\"0\"] | ids[0]",
                "POST /admin/dead-letters | ids | [\"+1\"] | ids[0]",
                "POST /admin/dead-letters | ids | [\"1 \"] | ids[0]",
                "POST /admin/dead-letters | ids | [\"1:1-1\"] | ids[0]",
                "POST /admin/dead-letters | ids | [\"1\", \"017\"] | ids[1]",
                "POST /admin/dead-letters | ids | [\"1\", \"9223372036854775808\"] | ids[1]",
                "POST /voucher | title | \"\\t\" | title",
                "POST /voucher | title | \"a\\u0000b\" | title",
                "POST /voucher | rules | \"a\\u0085b\" | rules",
                "POST /voucher-order/1/pay | payer | \"a b\" | payer",
                "POST /voucher-order/1/pay | payer | \"a\\n\" | payer",
                "POST /voucher-order/1/pay | payer | \"é\" | payer",
                "POST /voucher-order/verify | code | \"\" | code",
                "POST /voucher-order/verify | code | \"123456789012345678\" | code",
                "POST /voucher-order/verify | code | \"12345678901234567890\" | code",
                "POST /voucher-order/verify | code | \"123456789012345678a\" | code",
                "POST /payment/notify | id | \"\" | id",
                "POST /payment/notify | id | \"a b\" | id",
                "POST /payment/notify | id | \"a\\n\" | id",
                "POST /payment/notify | id | \"é\" | id",
                "POST /payment/notify | payment | \"12345678901234567890\" | payment",
                "PUT /user | nickName | \" \\t\\u3000\" | nickName",
                "PUT /user | icon | \"//a/b\" | icon",
                "PUT /user | icon | \"http://a/b\" | icon",
                "PUT /user | icon | \"data:image/png\" | icon",
                "PUT /user/info | icon | \"https://a/b\" | icon",
                "PUT /user/info | city | \"a\\u0000b\" | city",
                "PUT /user/info | birthday | \"2001-02-29\" | birthday",
                "PUT /user/info | birthday | \"2001-02-28T00:00:00\" | birthday",
                "PUT /user/info | birthday | \"2099-01-01\" | birthday",
                "PUT /user/password | password | \"1234567\" | password",
                "PUT /user/password | password | \"12345678\\u0000\" | password",
                "POST /user/sign/make-up | date | \"2026-13-01\" | date",
                "POST /user/sign/make-up | date | \"2026-02-30\" | date",
                "POST /user/sign/make-up | date | \"2026-1-1\" | date",
                "POST /user/sign/make-up | date | \"2026-11-20\\n\" | date"
            })
    void theFieldAtFaultIsNamed(String operation, String member, String json, String field) {
        DescribedBody body = body(operation);
        isRefused(body, body.with(member, json), field);
    }

    /** Headers have bounds of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", LONG})
    void aKeyOfAnotherFormIsRefused(String key) {
        for (String operation : List.of("", "/1/pay", "/1/cancel", "/1/refund")) {
            JsonObject body = operation.isEmpty() ? object("voucherId", 1) : new JsonObject();
            Reply reply = client.post("/voucher-order" + operation, body, AUTH, admin, "Idempotency-Key", key)
                    .refusedAs(400, "BAD_REQUEST");
            assertEquals("Idempotency-Key", reply.place());
        }
    }

    @Test
    void aKeyOfSixtyFourCharactersIsTaken() {
        JsonObject body = object("voucherId", 404);
        client.post("/voucher-order", body, AUTH, admin, "Idempotency-Key", LONG.substring(1))
                .isRefused(200, "VOUCHER_NOT_FOUND");
    }

    @Test
    void aSignatureIsBoundedToo() throws IOException {
        JsonObject notification = body("POST /payment/notify").example();
        client.post("/payment/notify", notification, "Payment-Signature", "s".repeat(200))
                .isRefused(200, "SIGNATURE_WRONG");
        client.post("/payment/notify", notification, "Payment-Signature", "s".repeat(201))
                .isRefused(400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cursor=1 | cursor", "cursor=-1 | cursor",
                "cursor=1-2-3 | cursor", "cursor=1-2%0A | cursor",
                "cursor=1--2 | cursor", "cursor=12345678901234567890-1 | cursor",
                "cursor=1-12345678901234567890 | cursor", "cursor=1-9223372036854775808 | cursor",
                "cursor=9223372036854775808-1 | cursor", "cursor=1-0 | cursor"
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
