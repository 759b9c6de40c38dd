package io.nightmarket.http;

import static io.nightmarket.testkit.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.openapi.contract.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswersTest extends RoutesTestBase {
    private static final String PROBLEM = "application/problem+json";

    @Test
    void aRefusalComesAsProblemForWhoeverAcceptsThat() {
        Reply reply = client.get("/shop/404", "accept", "application/json, " + PROBLEM);
        assertEquals(404, reply.status());
        assertEquals(PROBLEM, reply.header("content-type"));
        assertEquals(
                json(
                        "{'type':'urn:nightmarket:problem:shop-not-found','title':'店铺不存在','status':404,"
                                + "'code':'SHOP_NOT_FOUND','requestId':'%s'}",
                        reply.header("x-request-id")),
                reply.json());
        Reply early = client.get("/user/me", "accept", PROBLEM, "accept-language", "en");
        assertEquals(401, early.status());
        assertEquals("Please log in first", early.json().getString("title"));
        assertEquals(405, client.post("/shop/1", "accept", PROBLEM).status());
        assertEquals(422, client.post("/user/code?phone=1", "accept", PROBLEM).status());
    }

    @Test
    void textsFollowTheLanguageThatIsNamedFirst() {
        String english = "There is no such shop";
        String chinese = "店铺不存在";
        assertEquals(english, inLanguage("en"));
        assertEquals(english, inLanguage("en-GB,zh;q=0.5"));
        assertEquals(english, inLanguage("zh;q=0.1,en;q=0.9"));
        assertEquals(english, inLanguage("fr,EN;q=0.5"));
        for (String other : List.of("zh-CN,zh;q=0.9,en;q=0.8", "fr", "*", "", ",;=", "en;q=0,zh", "q=x;;")) {
            assertEquals(chinese, inLanguage(other), other);
        }
    }

    private String inLanguage(String languages) {
        return client.get("/shop/404", "accept-language", languages)
                .refusedAs(200, "SHOP_NOT_FOUND")
                .text();
    }

    @Test
    void aMalformedRequestIsExplainedInEnglishToo() {
        Reply reply = client.get("/shop/abc", "accept-language", "en").refusedAs(400, "BAD_REQUEST");
        assertEquals("Malformed request: id", reply.text());
    }

    @Test
    void everyAnswerBearsAnIdOfItsOwn() {
        node.shops.add(Shops.shop(1));
        String first = client.get("/shop/1", "x-request-id", "mine").header("x-request-id");
        String second = client.get("/shop/1").header("x-request-id");
        assertNotNull(first);
        assertNotNull(second);
        assertTrue(first.matches("[0-9a-f]{32}"), first);
        // Nothing in it counts.
        assertNotEquals(first.substring(0, 8), second.substring(0, 8));
        assertNotEquals(first.substring(24), second.substring(24));
        assertFalse(client.get("/shop/1").json().containsKey("requestId"));
        assertNotNull(client.get("/nothing").header("x-request-id"));
    }

    @Test
    void everyRouteAnswersBehindApiToo() {
        for (Operation operation : ContractJudge.operations()) {
            String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
            String method = operation.getHttpMethod().name();
            Reply plain = client.method(method, path, "{}");
            Reply behind = client.method(method, "/api" + path, "{}");
            assertEquals(plain.status(), behind.status(), path);
            assertEquals(plain.json().getString("code"), behind.json().getString("code"), path);
        }
    }
}
