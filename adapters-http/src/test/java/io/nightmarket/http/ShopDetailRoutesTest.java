package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers and proxies may keep of shops and their types, and what of nothing else. */
final class ShopDetailRoutesTest extends RoutesTestBase {
    private RawClient raw() {
        return new RawClient(node);
    }

    @Test
    void aShopBearsATagThatChangesWithIt() {
        node.shops.add(Shops.shop(50));
        Reply first = client.get("/shop/50");
        assertEquals("no-cache", first.header("cache-control"));
        String tag = first.header("etag");
        assertNotNull(tag);
        assertEquals(tag, client.get("/shop/50").header("etag"));
        JsonObject change = object("id", 50, "name", "新店");
        assertNull(client.put("/shop", change, AUTH, client.logIn(Role.ADMIN)).data());
        Reply changed = client.get("/shop/50", "if-none-match", tag);
        assertEquals("新店", changed.object().getString("name"));
        assertNotEquals(tag, changed.header("etag"));
    }

    /** Before the router and by it, for GET and HEAD. */
    @ParameterizedTest
    @ValueSource(strings = {"/shop/51", "/shop/51?a=1", "/shop/51?", "/api/shop/51", "/shop/%351", "/shop/51?a=%zz"})
    void everySpellingOfATargetIsAnsweredAlike(String target) throws IOException {
        node.shops.add(Shops.shop(51));
        RawClient.Page plain = raw().get("/shop/51");
        RawClient.Page page = raw().get(target);
        assertEquals(plain.body(), page.body());
        assertEquals(withoutId(plain.head()), withoutId(page.head()));
        RawClient.Page head = raw().send("HEAD", target);
        assertEquals("", head.body());
        assertEquals(withoutId(plain.head()), withoutId(head.head()), "all but the length, which HEAD may leave out");
        for (String method : new String[] {"GET", "HEAD"}) {
            RawClient.Page same = raw().send(method, target, "if-none-match: " + page.header("etag"));
            assertEquals(304, same.status(), method);
            assertEquals("", same.body());
            assertEquals(page.header("etag"), same.header("etag"));
            assertEquals("no-cache", same.header("cache-control"));
        }
    }

    private static String withoutId(String head) {
        return head.replaceAll("(?i)(x-request-id|content-length): .*", "").strip();
    }

    @Test
    void whoAsksMakesNoDifference() throws IOException {
        node.shops.add(Shops.shop(52));
        String body = raw().get("/shop/52").body();
        assertEquals(
                body,
                raw().get("/shop/52", AUTH + ": " + client.logIn(Role.SHOPPER)).body());
        assertEquals(body, raw().get("/shop/52", AUTH + ": " + FORGED).body());
        assertEquals(
                body, raw().get("/shop/52", "accept: application/problem+json").body());
    }

    @Test
    void typesAreKeptForAWhile() throws IOException {
        node.shops.addType(new ShopType(1, "美食", "/types/ms.png", 1, null, null));
        RawClient.Page page = raw().get("/shop-type/list");
        assertEquals("public, max-age=60", page.header("cache-control"));
        RawClient.Page same = raw().get("/api/shop-type/list", "if-none-match: " + page.header("etag"));
        assertEquals(304, same.status());
        assertEquals("", same.body());
        assertEquals("public, max-age=60", same.header("cache-control"));
    }

    @Test
    void nothingElseIsKept() {
        node.shops.add(Shops.shop(53));
        node.shops.addType(new ShopType(2, "KTV", null, 2, null, null));
        String shopper = client.logIn(Role.SHOPPER);
        String admin = client.logIn(Role.ADMIN);
        String user = "/user/" + client.user(shopper).value();
        JsonObject opened = object("name", "店", "typeId", 2, "address", "路", "x", 1, "y", 1);
        for (Reply reply : new Reply[] {
            client.get("/shop/404"),
            client.get("/shop/404", "accept", "application/problem+json", "if-none-match", "*"),
            client.get("/shop/abc"),
            client.get("/nothing"),
            client.get("/user/me"),
            client.get("/user/me", AUTH, shopper),
            client.get(user, AUTH, shopper),
            client.get("/shop/of/type?typeId=1"),
            client.get("/shop/of/type?typeId=1&sortBy=score&x=1&y=1"),
            client.get("/shop/of/type?typeId=1&x=1&y=1"),
            client.get("/shop/of/name"),
            client.post("/shop", opened, AUTH, admin),
            client.put("/shop", object("id", 53, "name", "新"), AUTH, admin),
            client.put("/shop", object("id", 53, "name", "新"), AUTH, shopper),
            client.get("/health/live"),
            client.post("/voucher-order/seckill/404", AUTH, shopper),
            client.post("/user/code?phone=" + TestClient.newPhone()),
        }) {
            assertEquals("no-store", reply.header("cache-control"), reply.json()::encode);
            assertNull(reply.header("etag"));
        }
    }
}
