package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whose quota of login codes a request uses up, behind a proxy and without one. */
@ExtendWith(VertxExtension.class)
final class CodeQuotaTest {
    private static final int QUOTA = 2;
    private static final int TOO_MANY = 429;

    @Test
    void behindATrustedProxyEachShopperHasAQuotaWhateverTheyForge(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig().behindAProxy(), QUOTA);
        assertEquals(200, ask(node, "x-forwarded-for: 203.0.113.1"));
        assertEquals(200, ask(node, "x-forwarded-for: 198.51.100.1, 203.0.113.1"));
        assertEquals(TOO_MANY, ask(node, "X-Forwarded-For: 198.51.100.2", "X-Forwarded-For: 203.0.113.1"));
        assertEquals(200, ask(node, "x-forwarded-for: 203.0.113.2"));
    }

    @Test
    void withoutOneTheHeaderBuysNothing(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig(), QUOTA);
        assertEquals(200, ask(node, "x-forwarded-for: 203.0.113.1"));
        assertEquals(200, ask(node, "x-forwarded-for: 203.0.113.2"));
        assertEquals(TOO_MANY, ask(node, "x-forwarded-for: 203.0.113.3"));
    }

    @Test
    void ofIpv6TheNetworkHasOne(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig().behindAProxy(), QUOTA);
        assertEquals(200, ask(node, "x-forwarded-for: 2001:db8:1:1::1"));
        assertEquals(200, ask(node, "x-forwarded-for: 2001:db8:1:1::2"));
        assertEquals(TOO_MANY, ask(node, "x-forwarded-for: 2001:db8:1:1:ffff::3"));
        assertEquals(200, ask(node, "x-forwarded-for: 2001:db8:1:2::1"));
    }

    private static int ask(TestNode node, String... headerLines) throws IOException {
        List<String> lines = new ArrayList<>(List.of(headerLines));
        lines.add("accept: application/problem+json");
        String target = "/user/code?phone=" + TestClient.newPhone();
        return new RawClient(node)
                .send("POST", target, lines.toArray(String[]::new))
                .status();
    }
}
