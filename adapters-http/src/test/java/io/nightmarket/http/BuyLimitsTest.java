package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often one may click. The sales here are unknown ones: what matters is whether a click comes that far. */
@ExtendWith(VertxExtension.class)
final class BuyLimitsTest {
    private static final String AUTH = "authorization";
    private static final String KEY = "idempotency-key";
    private static final String SALE = "/voucher-order/seckill/1";
    private static final String OTHER_SALE = "/voucher-order/seckill/2";
    private static final RateLimit NONE = RateLimit.NONE;
    private static final RateLimit TWO_IN_THREE_SECONDS = new RateLimit(2, Duration.ofSeconds(3));

    @Test
    void aUserWhoClicksTooOftenIsToldWhenToComeBack(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().buying(NONE, TWO_IN_THREE_SECONDS, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            passes(client.post(SALE, AUTH, token));
            passes(client.post(OTHER_SALE, AUTH, token));
            Reply refused = client.post(SALE, AUTH, token).refusedAs(429, "TOO_MANY_REQUESTS");
            assertEquals("2", refused.header("retry-after"));
            assertEquals("请求过于频繁，请稍后再试", refused.text());
            client.post("/api" + SALE, AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
            passes(client.post(SALE, AUTH, client.logIn(Role.SHOPPER)));
            node.clock.advance(Duration.ofMillis(1_400));
            assertEquals("1", client.post(SALE, AUTH, token).header("retry-after"));
            node.clock.advance(Duration.ofMillis(100));
            passes(client.post(SALE, AUTH, token));
            client.post(SALE, AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    @Test
    void whatIsRefusedForTheSaleUsesUpNothingOfTheUserOrTheAddress(Vertx vertx) {
        RateLimit one = new RateLimit(1, Duration.ofSeconds(1));
        TestNode node =
                new TestNode(vertx, new TestConfig().buying(TWO_IN_THREE_SECONDS, TWO_IN_THREE_SECONDS, one, NONE));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            passes(client.post(SALE, AUTH, token));
            for (int i = 0; i < 5; i++) {
                assertEquals("1", client.post(SALE, AUTH, token).header("retry-after"));
            }
            passes(client.post(OTHER_SALE, AUTH, token));
            client.post("/voucher-order/seckill/3", AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    /** Limits come before the request is read: a flood of what is malformed is one, too. */
    @Test
    void whatIsMalformedCounts(Vertx vertx) {
        TestNode node = new TestNode(
                vertx, new TestConfig().buying(TWO_IN_THREE_SECONDS, TWO_IN_THREE_SECONDS, TWO_IN_THREE_SECONDS, NONE));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            client.post("/voucher-order/seckill/0", AUTH, token).isRefused(400, "BAD_REQUEST");
            client.post("/voucher-order/seckill/x", AUTH, token).isRefused(400, "BAD_REQUEST");
            client.post("/voucher-order/seckill/0", AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
            client.post(SALE, AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
            node.clock.advance(Duration.ofSeconds(3));
            client.post(SALE, AUTH, token, KEY, "two words").isRefused(400, "BAD_REQUEST");
            passes(client.post(SALE, AUTH, token));
            client.post(SALE, AUTH, token, KEY, "two words").isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    /** A stranger's requests cost no token of the address, and none of them gets further than the session. */
    @Test
    void aRequestWithoutASessionUsesUpNothing(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().buying(TWO_IN_THREE_SECONDS, NONE, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            for (int i = 0; i < 5; i++) {
                client.post(SALE).isRefused(401, "LOGIN_REQUIRED");
            }
            passes(client.post(SALE, AUTH, client.logIn(Role.SHOPPER)));
        }
    }

    @Test
    void aUserChangesOrdersAsOftenAsOneLimitAllows(Vertx vertx) {
        TestNode node =
                new TestNode(vertx, new TestConfig().buying(NONE, NONE, NONE, new RateLimit(6, Duration.ofSeconds(6))));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            List<Supplier<Reply>> requests = List.of(
                    () -> client.post("/voucher-order", object("voucherId", 404), AUTH, token, KEY, "k"),
                    () -> client.post("/voucher-order/1/pay", new JsonObject(), AUTH, token),
                    () -> client.post("/voucher-order/1/cancel", new JsonObject(), AUTH, token),
                    () -> client.post("/voucher-order/1/refund", new JsonObject(), AUTH, token),
                    () -> client.post(SALE + "/waitlist", AUTH, token),
                    () -> client.delete(SALE + "/waitlist", AUTH, token));
            requests.forEach(request -> assertEquals(200, request.get().status()));
            for (Supplier<Reply> request : requests) {
                Reply refused = request.get().refusedAs(429, "TOO_MANY_REQUESTS");
                assertEquals("1", refused.header("retry-after"));
            }
            passes(client.post(SALE, AUTH, token));
            client.post("/voucher-order/1/pay", new JsonObject(), AUTH, client.logIn(Role.SHOPPER))
                    .isRefused(200, "ORDER_NOT_FOUND");
            node.clock.advance(Duration.ofSeconds(1));
            requests.getFirst().get().isRefused(200, "VOUCHER_NOT_FOUND");
        }
    }

    @Test
    void theWidestLimitIsOneToo(Vertx vertx) {
        RateLimit widest = new RateLimit(1_000_000, Duration.ofMillis(1));
        TestNode node = new TestNode(vertx, new TestConfig().buying(widest, widest, widest, NONE));
        try (TestClient client = new TestClient(node)) {
            passes(client.post(SALE, AUTH, client.logIn(Role.SHOPPER)));
        }
    }

    private static void passes(Reply reply) {
        reply.isRefused(200, "VOUCHER_NOT_FOUND");
    }
}
