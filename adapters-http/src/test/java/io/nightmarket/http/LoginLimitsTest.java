package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often one may log in from one address, and how many codes a node sends. */
@ExtendWith(VertxExtension.class)
final class LoginLimitsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RateLimit LOGINS = new RateLimit(20, SECOND);
    private static final RateLimit CODES = new RateLimit(50, SECOND);

    @Test
    void anAddressTriesTwentyTimesASecondWhateverThePhones(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().logins(LOGINS, RateLimit.NONE));
        try (TestClient client = new TestClient(node)) {
            for (int i = 0; i < LOGINS.count(); i++) {
                tries(client).isRefused(200, "CODE_WRONG");
            }
            assertEquals("1", tries(client).refusedAs(429, "TOO_MANY_REQUESTS").header("retry-after"));
            asks(client, TestClient.newPhone()).isRefused(429, "TOO_MANY_REQUESTS");
            node.clock.advance(Duration.ofMillis(50));
            tries(client).isRefused(200, "CODE_WRONG");
            tries(client).isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    @Test
    void aNodeSendsFiftyCodesASecondInAll(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().logins(RateLimit.NONE, CODES));
        try (TestClient client = new TestClient(node)) {
            for (int i = 0; i < CODES.count(); i++) {
                assertNotNull(asks(client, TestClient.newPhone()).data());
            }
            asks(client, TestClient.newPhone()).isRefused(429, "TOO_MANY_REQUESTS");
            assertEquals(CODES.count(), node.sent.size());
            node.clock.advance(Duration.ofMillis(20));
            assertNotNull(asks(client, TestClient.newPhone()).data());
        }
    }

    @Test
    void aPhoneThatAsksTooSoonUsesUpNoCodesOfOthers(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().logins(RateLimit.NONE, new RateLimit(2, SECOND)));
        try (TestClient client = new TestClient(node)) {
            String phone = TestClient.newPhone();
            assertNotNull(asks(client, phone).data());
            for (int i = 0; i < 5; i++) {
                asks(client, phone).isRefused(200, "CODE_TOO_SOON");
            }
            assertNotNull(asks(client, TestClient.newPhone()).data());
            asks(client, TestClient.newPhone()).isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    private static Reply tries(TestClient client) {
        return client.post("/user/login", object("phone", TestClient.newPhone(), "code", "123456"));
    }

    private static Reply asks(TestClient client, String phone) {
        return client.post("/user/code?phone=" + phone);
    }
}
