package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting for a unit, as a front end meets it. */
final class WaitlistRoutesTest extends RoutesTestBase {
    private static final JsonObject NOTHING = new JsonObject();
    private static final JsonObject NOT_WAITING = object("state", "NOT_WAITING");

    private String alice = "";
    private String bob = "";
    private String carol = "";

    @BeforeEach
    void logIn() {
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
        carol = client.logIn(Role.SHOPPER);
    }

    private VoucherId saleWithWaitlist(Duration length) {
        return sale(Duration.ZERO, length, new SaleOptions(true, false, false));
    }

    private static String waitlist(VoucherId sale) {
        return buy(sale) + "/waitlist";
    }

    private Reply join(VoucherId sale, String token) {
        return client.post(waitlist(sale), AUTH, token);
    }

    private JsonObject place(VoucherId sale, String token) {
        return client.get(waitlist(sale), AUTH, token).object();
    }

    private static JsonObject waiting(int position) {
        return object("state", "WAITING", "position", position);
    }

    @Test
    void aUnitThatComesBackIsOfferedToTheNextInLine() {
        VoucherId sale = saleWithWaitlist(Duration.ofHours(1));
        join(sale, bob).isRefused(200, "NOT_SOLD_OUT");
        String order = String.valueOf(client.post(buy(sale), AUTH, alice).data());
        node.settle();
        assertEquals(
                order, join(sale, alice).refusedAs(200, "ALREADY_BOUGHT").json().getString("data"));

        assertEquals(waiting(1), join(sale, bob).object());
        assertEquals(waiting(2), join(sale, carol).object());
        assertEquals(waiting(1), join(sale, bob).object(), "joining again keeps the place");
        assertEquals(waiting(2), place(sale, carol));

        var _ = client.post("/voucher-order/" + order + "/cancel", NOTHING, AUTH, alice);
        client.post(buy(sale), AUTH, alice).isRefused(200, "SOLD_OUT");
        client.post(buy(sale), AUTH, carol).isRefused(200, "SOLD_OUT");
        node.offerUnits();
        node.settle();
        node.offerUnits();
        String offered = place(sale, bob).getString("orderId");
        assertEquals(object("state", "ORDERED", "orderId", offered), place(sale, bob));
        assertEquals(
                1, client.get("/voucher-order/" + offered, AUTH, bob).object().getInteger("status"), "unpaid");
        assertEquals(waiting(1), place(sale, carol));
    }

    @Test
    void aPlaceIsGivenUp() {
        VoucherId sale = saleWithWaitlist(Duration.ofHours(1));
        var _ = client.post(buy(sale), AUTH, alice);
        assertEquals(NOT_WAITING, place(sale, bob));
        assertEquals(waiting(1), join(sale, bob).object());
        assertEquals(waiting(2), join(sale, carol).object());
        assertEquals(NOT_WAITING, client.delete(waitlist(sale), AUTH, bob).object());
        assertEquals(NOT_WAITING, client.delete(waitlist(sale), AUTH, bob).object());
        assertEquals(NOT_WAITING, place(sale, bob));
        assertEquals(waiting(1), place(sale, carol));
    }

    @Test
    void whereNoBuyerMayWaitTheReasonIsSaid() {
        VoucherId plain = sale(1, Duration.ZERO);
        join(plain, bob).isRefused(200, "NO_WAITLIST");
        client.get(waitlist(plain), AUTH, bob).isRefused(200, "NO_WAITLIST");
        VoucherId none = new VoucherId(987654);
        join(none, bob).isRefused(200, "VOUCHER_NOT_FOUND");
        client.get(waitlist(none), AUTH, bob).isRefused(200, "VOUCHER_NOT_FOUND");
        client.delete(waitlist(none), AUTH, bob).isRefused(200, "VOUCHER_NOT_FOUND");
        client.post(waitlist(plain)).isRefused(401, "LOGIN_REQUIRED");

        VoucherId ended = saleWithWaitlist(Duration.ofMinutes(1));
        var _ = client.post(buy(ended), AUTH, alice);
        node.clock.advance(Duration.ofMinutes(1));
        join(ended, bob).isRefused(200, "SALE_ENDED");
    }

    @Test
    void aMerchantMakesASaleWithAWaitlist() {
        node.shops.add(Shops.shop(1));
        JsonObject body = object(
                "shopId", 1,
                "title", "代金券",
                "payValue", 1,
                "actualValue", 2,
                "stock", 1,
                "beginTime", "2036-01-01T00:00:00",
                "endTime", "2036-01-02T00:00:00");
        String admin = client.logIn(Role.ADMIN);
        for (boolean waitlist : new boolean[] {true, false}) {
            Reply made = client.post("/voucher/seckill", body.put("waitlist", waitlist), AUTH, admin);
            VoucherId sale = new VoucherId(Long.parseLong(String.valueOf(made.data())));
            join(sale, bob).isRefused(200, waitlist ? "NOT_SOLD_OUT" : "NO_WAITLIST");
        }
    }
}
