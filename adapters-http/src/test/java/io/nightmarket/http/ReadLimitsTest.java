package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often one may look. */
@ExtendWith(VertxExtension.class)
final class ReadLimitsTest {
    private static final RateLimit TWO_IN_THREE_SECONDS = new RateLimit(2, Duration.ofSeconds(3));
    private static final RateLimit NONE = RateLimit.NONE;
    private static final String[] LISTS = {
        "/shop/of/type?typeId=1", "/shop/of/type?typeId=1&x=1&y=1", "/shop/of/name", "/voucher/list/1"
    };

    @Test
    void aShopThatACrowdLooksAtIsHeldBackAndNoOther(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().reading(NONE, TWO_IN_THREE_SECONDS, NONE, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            node.shops.add(Shops.shop(1));
            node.shops.add(Shops.shop(2));
            assertEquals(200, client.get("/shop/1").status());
            assertEquals(200, client.get("/api/shop/1").status());
            Reply refused = client.get("/shop/1").refusedAs(429, "TOO_MANY_REQUESTS");
            assertEquals("2", refused.header("retry-after"));
            assertEquals("no-store", refused.header("cache-control"));
            client.get("/api/shop/1").isRefused(429, "TOO_MANY_REQUESTS");
            client.get("/shop/1?a=1", "if-none-match", "*").isRefused(429, "TOO_MANY_REQUESTS");
            assertEquals(200, client.get("/shop/2").status());
            assertEquals(200, client.get("/shop-type/list").status());
            node.clock.advance(Duration.ofMillis(1_500));
            assertEquals(200, client.get("/shop/1").status());
            client.get("/shop/1").isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    @Test
    void aShopThatCannotBeOneCountsToo(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().reading(TWO_IN_THREE_SECONDS, NONE, NONE, NONE, NONE));
        TestNode byShop = new TestNode(vertx, new TestConfig().reading(NONE, TWO_IN_THREE_SECONDS, NONE, NONE, NONE));
        for (TestNode each : List.of(node, byShop)) {
            try (TestClient client = new TestClient(each)) {
                client.get("/shop/0").isRefused(400, "BAD_REQUEST");
                client.get("/shop/99999999999999999999").isRefused(400, "BAD_REQUEST");
                client.get("/shop/0").isRefused(429, "TOO_MANY_REQUESTS");
            }
        }
    }

    @Test
    void searchesOfAnAddressAreCountedApart(Vertx vertx) {
        TestNode node = new TestNode(
                vertx,
                new TestConfig()
                        .reading(new RateLimit(3, Duration.ofHours(1)), NONE, TWO_IN_THREE_SECONDS, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            assertEquals(200, client.get("/shop/of/name").status());
            assertEquals(200, client.get("/shop/of/name?name=ab").status());
            for (int i = 0; i < 5; i++) {
                client.get("/shop/of/name?name=cd").isRefused(429, "TOO_MANY_REQUESTS");
            }
            assertEquals(200, client.get("/shop/1").status(), "a refused search takes nothing from the limit of reads");
            node.clock.advance(Duration.ofSeconds(3));
            client.get("/shop/of/name").isRefused(429, "TOO_MANY_REQUESTS");
        }
    }

    @Test
    void listsAreCountedToo(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().reading(TWO_IN_THREE_SECONDS, NONE, NONE, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            for (String list : LISTS) {
                node.clock.advance(Duration.ofSeconds(3));
                assertEquals(200, client.get(list).status(), list);
                assertEquals(200, client.get("/api" + list).status(), list);
                Reply refused = client.get(list).refusedAs(429, "TOO_MANY_REQUESTS");
                assertEquals("2", refused.header("retry-after"), list);
                assertEquals("no-store", refused.header("cache-control"), list);
                client.get("/shop/of/type?current=none").isRefused(429, "TOO_MANY_REQUESTS");
            }
        }
    }

    @Test
    void aUserReadsTheOwnOrdersAsOftenAsOneLimitAllows(Vertx vertx) {
        TestNode node = new TestNode(vertx, new TestConfig().reading(NONE, NONE, NONE, NONE, TWO_IN_THREE_SECONDS));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            String list = "/voucher-order/of/me";
            client.get(list + "?size=0", "authorization", token).isRefused(400, "BAD_REQUEST");
            assertNotNull(client.get(list + "?size=5", "authorization", token).data());
            for (String page : List.of(list, list + "?size=5", "/api" + list)) {
                Reply refused = client.get(page, "authorization", token).refusedAs(429, "TOO_MANY_REQUESTS");
                assertEquals("2", refused.header("retry-after"));
            }
            assertNotNull(client.get(list, "authorization", client.logIn(Role.SHOPPER))
                    .data());
            node.clock.advance(Duration.ofMillis(1_500));
            assertNotNull(client.get(list, "authorization", token).data());
        }
    }

    /** Whoever is held back costs no look at their session, so that is not kept alive either. */
    @Test
    void theSessionOfARefusedReaderIsNotLookedAt(Vertx vertx) {
        TestNode node = new TestNode(
                vertx, new TestConfig().reading(new RateLimit(1, Duration.ofHours(3)), NONE, NONE, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            String token = client.logIn(Role.SHOPPER);
            assertEquals(200, client.get("/shop/of/name").status());
            Duration idle = Duration.ofMinutes(20);
            node.clock.advance(idle);
            int looks = node.sessionReads.calls();
            Stream.concat(
                            Stream.of(LISTS),
                            Stream.of("/shop/1", "/shop-type/list", "/shop-type/list?a=1", "/api/voucher/list/1"))
                    .forEach(path -> client.get(path, "authorization", token).isRefused(429, "TOO_MANY_REQUESTS"));
            assertEquals(looks, node.sessionReads.calls());
            node.clock.advance(idle);
            client.get("/user/me", "authorization", token).isRefused(401, "LOGIN_REQUIRED");
        }
    }

    @Test
    void whatIsRefusedForTheShopUsesUpNothingOfTheAddress(Vertx vertx) {
        TestNode node = new TestNode(
                vertx,
                new TestConfig()
                        .reading(TWO_IN_THREE_SECONDS, new RateLimit(1, Duration.ofSeconds(3)), NONE, NONE, NONE));
        try (TestClient client = new TestClient(node)) {
            client.get("/shop/1").isRefused(200, "SHOP_NOT_FOUND");
            for (int i = 0; i < 5; i++) {
                assertEquals("3", client.get("/shop/1").header("retry-after"));
            }
            client.get("/shop/2").isRefused(200, "SHOP_NOT_FOUND");
            assertEquals("2", client.get("/shop/3").header("retry-after"));
        }
    }
}
