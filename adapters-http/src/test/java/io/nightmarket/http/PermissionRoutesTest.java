package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PermissionRoutesTest extends RoutesTestBase {
    private static final String AUTH = "authorization";

    private String admin = "";

    @BeforeEach
    void logIn() {
        admin = client.logIn(Role.ADMIN);
    }

    private Reply change(String phone, String role) {
        return client.post("/admin/roles", object("phone", phone, "role", role), AUTH, admin);
    }

    private Reply assign(String phone, JsonArray added, JsonArray removed) {
        return client.post(
                "/admin/merchant-shops", object("phone", phone, "added", added, "removed", removed), AUTH, admin);
    }

    private String roleOf(String token) {
        return client.get("/user/me", AUTH, token).object().getString("role");
    }

    @Test
    void aRoleCountsInOpenSessionsOnceTheirTrustEnds() {
        String phone = TestClient.newPhone();
        String token = client.logIn(phone);

        assertEquals("MERCHANT", change(phone, "MERCHANT").object().getString("role"));
        node.clock.advance(Duration.ofSeconds(6));
        assertEquals("MERCHANT", roleOf(token));

        assertEquals("SHOPPER", change(phone, "SHOPPER").object().getString("role"));
        node.clock.advance(Duration.ofSeconds(6));
        assertEquals("SHOPPER", roleOf(token));
    }

    @Test
    void aRoleThatCannotBeChangedIsRefused() {
        change(TestClient.newPhone(), "SHOPPER").isRefused(200, "USER_NOT_FOUND");
        change("12345", "MERCHANT").isRefused(200, "PHONE_INVALID");
        change(TestClient.newPhone(), "ROOT").isRefused(400, "BAD_REQUEST");
        client.post(
                        "/admin/roles",
                        object("phone", TestClient.newPhone(), "role", "ADMIN"),
                        AUTH,
                        client.logIn(Role.MERCHANT))
                .isRefused(403, "FORBIDDEN");
    }

    @Test
    void aMerchantGetsAndLosesShops() {
        node.shops.add(Shops.shop(1));
        String phone = TestClient.newPhone();
        assign(phone, JsonArray.of(1), JsonArray.of()).isRefused(200, "USER_NOT_FOUND");
        var _ = client.logIn(phone);
        assign(phone, JsonArray.of(1), JsonArray.of()).isRefused(200, "NOT_MERCHANT");
        assertEquals("MERCHANT", change(phone, "MERCHANT").object().getString("role"));
        assign(phone, JsonArray.of(987654321), JsonArray.of()).isRefused(200, "SHOP_NOT_FOUND");
        assign(phone, JsonArray.of(1), JsonArray.of(1)).isRefused(400, "BAD_REQUEST");
        assign(phone, JsonArray.of("x"), JsonArray.of()).isRefused(400, "BAD_REQUEST");
        assign(phone, JsonArray.of(new BigInteger("18446744073709551617")), JsonArray.of())
                .isRefused(400, "BAD_REQUEST");
        assertNull(assign(phone, JsonArray.of(1), JsonArray.of()).data());
        assertNull(assign(phone, JsonArray.of(), JsonArray.of(1)).data());
    }
}
