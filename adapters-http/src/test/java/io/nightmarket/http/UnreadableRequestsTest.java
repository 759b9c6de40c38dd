package io.nightmarket.http;

import static io.nightmarket.testkit.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What never gets to the router, because it can't be read as a request, is answered in the envelope too. */
final class UnreadableRequestsTest extends RoutesTestBase {
    private static final String LONG = "x".repeat(10_000);

    @Test
    void aTargetThatIsTooLongIsRefused() throws IOException {
        refused(414, "target", raw().get("/shop/1?name=" + LONG));
    }

    @Test
    void headersThatAreTooLongAreRefused() throws IOException {
        refused(431, "headers", raw().get("/shop/1", "x-long: " + LONG));
    }

    @Test
    void whatIsNoRequestIsRefused() throws IOException {
        refused(400, "request", raw().get("/shop/1", "no header"));
        refused(400, "request", raw().send("GET", "/shop/1 HTTP/1.1 of-none"));
        refused(400, "request", raw().get("/shop/1", "x: \u0000"));
        refused(400, "request", raw().send("", ""));
    }

    private RawClient raw() {
        return new RawClient(node);
    }

    private static void refused(int status, String place, RawClient.Page page) {
        assertEquals(status, page.status(), page.body());
        assertEquals("close", page.header("connection"));
        assertEquals("application/json", page.header("content-type"));
        assertEquals("no-store", page.header("cache-control"));
        assertNotNull(page.header("x-request-id"));
        assertEquals(
                json(
                        "{'success':false,'errorMsg':'请求格式错误：%s','code':'BAD_REQUEST','requestId':'%s'}",
                        place, page.header("x-request-id")),
                new JsonObject(page.body()));
    }
}
