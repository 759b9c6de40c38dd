package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

final class VisitorRoutesTest extends RoutesTestBase {
    private Reply count(String token, String query) {
        return client.get("/admin/visitors?" + query, AUTH, token);
    }

    @Test
    void viewsOfAShopAreCountedByUserAndAddress() {
        String today =
                LocalDate.ofInstant(node.clock.instant(), TestConfig.ZONE).toString();
        String admin = client.logIn(Role.ADMIN);
        String shopper = client.logIn(TestClient.newPhone());
        node.shops.add(Shops.shop(8));
        // The node knows a token after its first use.
        var _ = client.user(shopper);
        node.countVisits();
        String range = "from=" + today + "&to=" + today;
        int before = count(admin, range).object().getInteger("views");
        for (int i = 0; i < 2; i++) {
            var _ = client.get("/shop/8", AUTH, shopper).object();
            var _ = client.get("/shop/8").object();
            var _ = client.get("/api/shop/8").object();
        }
        client.get("/shop/987654").isRefused(200, "SHOP_NOT_FOUND");
        node.countVisits();

        JsonObject day = object("date", today, "visitors", 2, "views", 6);
        assertEquals(
                object("visitors", 2, "views", 6, "days", new JsonArray().add(day)),
                count(admin, range + "&shop=8").object());
        assertEquals(0, count(admin, range + "&shop=987654").object().getInteger("views"));
        JsonObject site = count(admin, range).object();
        assertEquals(before + 7, site.getInteger("views"));
        // The administrator looked at the own name.
        assertEquals(3, site.getInteger("visitors"));
        assertEquals(site, count(admin, range).object());
    }

    @Test
    void badRangesAreRefused() {
        String admin = client.logIn(Role.ADMIN);
        for (String query : new String[] {
            "", "from=2026-11-01", "from=2026-11-02&to=2026-11-01",
            "from=2026-13-01&to=2026-11-01", "from=2026-02-30&to=2026-11-01", "from=2025-11-01&to=2026-11-02",
            "from=2026-11-01&to=2026-11-01&shop=0"
        }) {
            count(admin, query).isRefused(400, "BAD_REQUEST");
        }
        count(client.logIn(TestClient.newPhone()), "from=2026-11-01&to=2026-11-01")
                .isRefused(403, "FORBIDDEN");
    }
}
