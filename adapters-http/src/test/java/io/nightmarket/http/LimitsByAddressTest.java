package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit that counts by address, behind a proxy that is trusted: an address is the network of those of IPv6. */
@ExtendWith(VertxExtension.class)
final class LimitsByAddressTest {
    private static final RateLimit TWO = new RateLimit(2, Duration.ofSeconds(3));
    private static final RateLimit NONE = RateLimit.NONE;

    static Stream<Arguments> limits() {
        TestConfig reads = new TestConfig().reading(TWO, NONE, NONE, NONE, NONE);
        return Stream.of(
                Arguments.of(reads, "GET", "/shop/1"),
                Arguments.of(reads, "GET", "/shop/abc"),
                Arguments.of(reads, "GET", "/shop-type/list"),
                Arguments.of(reads, "GET", "/imgs/blogs/1/2/" + "0".repeat(32) + ".jpg"),
                Arguments.of(new TestConfig().reading(NONE, NONE, TWO, NONE, NONE), "GET", "/shop/of/name"),
                Arguments.of(new TestConfig().reading(NONE, NONE, NONE, TWO, NONE), "GET", "/user/404"),
                Arguments.of(new TestConfig().buying(TWO, NONE, NONE, NONE), "POST", "/voucher-order/seckill/1"),
                Arguments.of(new TestConfig().logins(TWO, NONE), "POST", "/user/code?phone="));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void anAddressIsCountedWhateverElseTheClientWrites(TestConfig config, String method, String path, Vertx vertx)
            throws IOException {
        TestNode node = new TestNode(vertx, config.behindAProxy());
        String token;
        try (TestClient client = new TestClient(node)) {
            token = client.logIn(Role.SHOPPER);
        }
        for (String address : new String[] {"203.0.113.1", "2001:db8::1"}) {
            String sameAddress = address.contains(":") ? "2001:db8::2:3" : "198.51.100.1, 203.0.113.1";
            assertNotEquals(429, ask(node, method, path, token, address).status());
            assertNotEquals(429, ask(node, method, path, token, sameAddress).status());
            RawClient.Page refused = ask(node, method, path, token, address);
            assertEquals(429, refused.status());
            assertEquals("2", refused.header("retry-after"));
        }
        assertNotEquals(429, ask(node, method, path, token, "203.0.113.2").status());
        assertNotEquals(429, ask(node, method, path, token, "2001:db8:0:1::1").status());
        node.clock.advance(Duration.ofSeconds(3));
        assertNotEquals(429, ask(node, method, path, token, "203.0.113.1").status());
    }

    private static RawClient.Page ask(TestNode node, String method, String path, String token, String forwardedFor)
            throws IOException {
        String target = path.endsWith("phone=") ? path + TestClient.newPhone() : path;
        return new RawClient(node).send(method, target, "x-forwarded-for: " + forwardedFor, "authorization: " + token);
    }
}
