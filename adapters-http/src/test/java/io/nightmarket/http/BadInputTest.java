package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BadInputTest extends RoutesTestBase {
    private String admin = "";

    @BeforeAll
    void logIn() {
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
    }

    @Test
    void deepNestingAndDuplicatesDoNoHarm() {
        String deep = "{\"id\":1,\"more\":" + "[".repeat(1500) + "]".repeat(1500) + "}";
        Reply reply = client.method("PUT", "/shop", deep, AUTH, admin);
        assertTrue(reply.status() == 200 || reply.status() == 400);
        assertEquals(
                200,
                client.method("PUT", "/shop", "{\"id\":5,\"id\":1}", AUTH, admin)
                        .status());
    }

    @Test
    void aBodyOverTheLimitIsRefused() {
        String large = object("id", 1, "more", "m".repeat(5000)).encode();
        client.method("PUT", "/shop", large, AUTH, admin).isRefused(413, "TOO_LARGE");
        client.method("POST", "/user/login", large).isRefused(413, "TOO_LARGE");
        client.send(client.request("/user/login", "content-type", "application/json")
                        .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(large)))
                        .build())
                .isRefused(413, "TOO_LARGE");
    }

    @Test
    void aBodyThatIsNoJsonIsRefused() {
        for (String type :
                new String[] {"text/plain", "application/xml", "application/x-www-form-urlencoded", "", "json"}) {
            client.send(client.request("/shop", AUTH, admin, "content-type", type)
                            .PUT(BodyPublishers.ofString("{\"id\":1}"))
                            .build())
                    .isRefused(415, "UNSUPPORTED_MEDIA_TYPE");
        }
        for (String type :
                new String[] {"application/json;charset=UTF-8", "Application/JSON", "application/json ; charset=utf-8"
                }) {
            assertEquals(
                    200,
                    client.send(client.request("/shop", AUTH, admin, "content-type", type)
                                    .PUT(BodyPublishers.ofString("{\"id\":1}"))
                                    .build())
                            .status());
        }
    }

    @Test
    void unknownPathsAndMethodsAreRefused() {
        client.get("/nothing").isRefused(404, "NOT_FOUND");
        client.get("/shop/1/more").isRefused(404, "NOT_FOUND");
        client.get("/api").isRefused(404, "NOT_FOUND");
        client.get("/api/api/shop/1").isRefused(404, "NOT_FOUND");
        assertEquals(
                "POST, PUT",
                client.get("/shop").refusedAs(405, "METHOD_NOT_ALLOWED").header("allow"));
        assertEquals(
                "GET, HEAD",
                client.post("/shop/1").refusedAs(405, "METHOD_NOT_ALLOWED").header("allow"));
        Reply patched = client.method("PATCH", "/api/user/login", "{}").refusedAs(405, "METHOD_NOT_ALLOWED");
        assertEquals("POST", patched.header("allow"));
        client.get("/voucher-order/seckill/1").isRefused(405, "METHOD_NOT_ALLOWED");
    }

    @Test
    void whatAQueryHoldsBesidesDoesNotMatter() {
        for (String query :
                new String[] {"?&a=1", "?", "?a", "?a=&&b", "?id=5&id=6", "?a=%E7%81%AB", "?&=", "?a=b=c"}) {
            assertEquals(1, client.get("/shop/1" + query).object().getInteger("id"), query);
            assertEquals(1, client.get("/api/shop/1" + query).object().getInteger("id"), query);
            assertEquals(200, client.get("/shop-type/list" + query).status(), query);
            assertEquals(200, client.get("/voucher/list/1" + query).status(), query);
            client.get("/voucher-order/1" + query, AUTH, admin).isRefused(200, "ORDER_NOT_FOUND");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /shop/1?name=火锅 HTTP/1.1", "GET /api/shop/1?name=火锅&x= HTTP/1.1",
                "GET /shop/1?a=%zz HTTP/1.1", "GET /shop/1?a=% HTTP/1.1",
                "GET /shop/1?&name=100%火锅&b HTTP/1.1", "GET /shop-type/list?a=%zz HTTP/1.1",
                "GET /voucher/list/1?a=%zz HTTP/1.1", "GET http://host/shop/1 HTTP/1.1",
                "GET HTTP://host:80/shop/1?a=%zz HTTP/1.1", "GET http://host/shop/1?a=1;2 HTTP/1.1",
                "GET http://host/api/shop/1 HTTP/1.1", "GET https://user@host/shop/of/name?name=火锅 HTTP/1.1"
            })
    void oddTargetsAreServed(String line) throws IOException {
        String answer = new RawClient(node).exchange(line + "\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertTrue(answer.contains("\"success\":true"), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/shop/1", "/shop/1?a=%zz", "http://host/shop/1", "http://host/api/shop/1?a=1;2"})
    void oddTargetsAreServedToHeadToo(String target) throws IOException {
        String answer =
                new RawClient(node).exchange("HEAD " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /user/code?phone=%zz HTTP/1.1", "POST /user/code?phone=% HTTP/1.1", "GET /shop/%zz HTTP/1.1",
                "GET /shop/火 HTTP/1.1", "GET /%zz HTTP/1.1", "GET /../../etc/passwd HTTP/1.1",
                "GET * HTTP/1.1", "GET //shop//1 HTTP/1.1", "POST /user/code?phone=%C3%28 HTTP/1.1",
                "GET /voucher/list/%zz HTTP/1.1"
            })
    void malformedTargetsAreRefusedInTheEnvelope(String line) throws IOException {
        String answer =
                new RawClient(node).exchange(line + "\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        assertTrue(answer.contains("\"success\":") && !answer.contains("Exception"), answer);
        assertTrue(!answer.contains("INTERNAL"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET * HTTP/1.1", "HEAD * HTTP/1.1", "OPTIONS * HTTP/1.1",
                "CONNECT host:443 HTTP/1.1", "CONNECT host:%zz HTTP/1.1", "GET ftp://host/shop/%zz HTTP/1.1",
                "HEAD shop/1 HTTP/1.1", "GET ?a=http://host/shop/1;2 HTTP/1.1"
            })
    void targetsThatNameNothingHereAreRefused(String line) throws IOException {
        String answer = new RawClient(node).exchange(line + "\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 40"), answer);
        assertTrue(line.startsWith("HEAD") || answer.contains("\"code\":"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://host HTTP/1.1",
                "HEAD http://host HTTP/1.1",
                "GET http://host?a=/nothing HTTP/1.1",
                "GET http://host?a=/nothing;b HTTP/1.1",
                "HEAD http:// HTTP/1.1"
            })
    void targetsWithoutAPathAreTheRoot(String line) throws IOException {
        String answer = new RawClient(node).exchange(line + "\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 200") && answer.contains("content-type: text/html"), answer);
    }

    @Test
    void aBodyWhereNoneIsWantedDoesNoHarm() {
        assertEquals(200, client.method("GET", "/shop/1", "{}").status());
        client.method("POST", "/voucher-order/seckill/99", "x".repeat(4000), AUTH, admin)
                .isRefused(200, "VOUCHER_NOT_FOUND");
        client.method("POST", "/voucher-order/seckill/99", "x".repeat(100_000), AUTH, admin)
                .isRefused(413, "TOO_LARGE");
    }
}
