package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting for one's turn, as a front end meets it. */
final class WaitingRoomRoutesTest extends RoutesTestBase {
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final String PASS = "X-Waiting-Pass";
    private static final String TICKET = "X-Waiting-Ticket";

    private String alice = "";
    private String bob = "";

    @BeforeEach
    void logIn() {
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
    }

    private VoucherId saleWithRoom(Duration untilBegin) {
        return sale(untilBegin, LENGTH, new SaleOptions(false, true, false));
    }

    private static String room(VoucherId sale) {
        return buy(sale) + "/waiting-room";
    }

    private JsonObject join(VoucherId sale, String token) {
        return client.post(room(sale), AUTH, token).object();
    }

    private JsonObject find(VoucherId sale, String token) {
        return client.get(room(sale), AUTH, token).object();
    }

    private String pass(VoucherId sale, String token) {
        var _ = join(sale, token);
        node.clock.advance(Duration.ofSeconds(1));
        JsonObject turn = find(sale, token);
        assertEquals("TURN", turn.getString("state"), turn::toString);
        return turn.getString("pass");
    }

    @Test
    void theTurnComesWithAPassForOnePurchase() {
        VoucherId sale = saleWithRoom(Duration.ZERO);
        client.post(buy(sale), AUTH, alice).isRefused(200, "PASS_REQUIRED");
        assertEquals("NOT_WAITING", find(sale, alice).getString("state"));
        Reply waiting = client.post(room(sale), AUTH, alice);
        assertEquals("WAITING", waiting.object().getString("state"));
        assertEquals(1, waiting.object().getInteger("position"));
        assertEquals(0, waiting.object().getInteger("before"));
        assertEquals("1", waiting.header("Retry-After"));

        String pass = pass(sale, alice);
        client.post(buy(sale), AUTH, bob, PASS, pass).isRefused(200, "PASS_REQUIRED");
        client.post(buy(sale), AUTH, alice, PASS, pass + "x").isRefused(200, "PASS_REQUIRED");
        var _ = client.post(buy(sale), AUTH, alice, PASS, pass).data();
        client.post(buy(sale), AUTH, alice, PASS, pass).isRefused(200, "PASS_USED");
        assertEquals("USED", find(sale, alice).getString("state"));
    }

    @Test
    void aRefusalUsesThePassUp() {
        VoucherId sale = saleWithRoom(Duration.ZERO);
        var _ = client.post(buy(sale), AUTH, alice, PASS, pass(sale, alice)).data();
        String second = pass(sale, bob);
        client.post(buy(sale), AUTH, bob, PASS, second).isRefused(200, "SOLD_OUT");
        assertEquals("USED", find(sale, bob).getString("state"));
    }

    @Test
    void whoWaitsLearnsThatNoUnitIsLeft() {
        VoucherId sale = saleWithRoom(Duration.ZERO);
        Instant begin = node.clock.instant();
        // One turn a second, so that there are two.
        await(node.rooms.open(new RoomSale(sale, Shard.FIRST, new SaleWindow(begin, begin.plus(LENGTH)), 0), 1, 0));
        String first = pass(sale, alice);
        String second = pass(sale, bob);
        String carol = client.logIn(Role.SHOPPER);
        assertEquals(false, join(sale, carol).getBoolean("soldOut"));
        var _ = client.post(buy(sale), AUTH, alice, PASS, first).data();
        client.post(buy(sale), AUTH, bob, PASS, second).isRefused(200, "SOLD_OUT");
        assertEquals(true, find(sale, carol).getBoolean("soldOut"));
    }

    @Test
    void beforeTheBeginThePlaceIsNotKnown() {
        VoucherId sale = saleWithRoom(Duration.ofMinutes(10));
        JsonObject place = join(sale, alice);
        assertEquals("WAITING", place.getString("state"));
        assertFalse(place.containsKey("position"));
        assertEquals(20_000, place.getInteger("comeBackMs"));
        assertTrue(place.getLong("waitMs") >= Duration.ofMinutes(10).toMillis());
        assertTrue(place.getString("ticket").startsWith("0."), "a drawn number is not shown");
    }

    @Test
    void aTicketIsOfUseInALostRoom() {
        VoucherId sale = saleWithRoom(Duration.ofMinutes(10));
        String ticket = join(sale, alice).getString("ticket");
        node.rooms.clear();
        assertEquals("NOT_WAITING", find(sale, alice).getString("state"));
        assertEquals(
                "NOT_WAITING",
                client.get(room(sale), AUTH, bob, TICKET, ticket).object().getString("state"),
                "another's ticket");
        assertEquals(
                "WAITING",
                client.get(room(sale), AUTH, alice, TICKET, ticket).object().getString("state"));
    }

    @Test
    void aTicketIsGivenUpOrRevoked() {
        VoucherId sale = saleWithRoom(Duration.ofMinutes(10));
        var _ = join(sale, alice);
        assertEquals(
                "NOT_WAITING", client.delete(room(sale), AUTH, alice).object().getString("state"));
        assertEquals("NOT_WAITING", find(sale, alice).getString("state"));

        var _ = join(sale, alice);
        long user = client.get("/user/me", AUTH, alice).object().getLong("id");
        String revocation = "/admin/sales/" + sale.value() + "/waiting-room/" + user;
        client.delete(revocation, AUTH, bob).isRefused(403, "FORBIDDEN");
        assertTrue(
                client.delete(revocation, AUTH, client.logIn(Role.ADMIN)).json().getBoolean("success"));
        client.post(room(sale), AUTH, alice).isRefused(200, "TICKET_REVOKED");
        node.rooms.clear();
        client.post(room(sale), AUTH, alice).isRefused(200, "TICKET_REVOKED");
    }

    @Test
    void whereThereIsNoRoomTheReasonIsSaid() {
        VoucherId plain = sale(1, Duration.ZERO);
        client.post(room(plain), AUTH, bob).isRefused(200, "NO_WAITING_ROOM");
        client.get(room(new VoucherId(987654)), AUTH, bob).isRefused(200, "VOUCHER_NOT_FOUND");
        client.post(room(plain)).isRefused(401, "LOGIN_REQUIRED");
        VoucherId ended = saleWithRoom(Duration.ZERO);
        node.clock.advance(LENGTH);
        client.post(room(ended), AUTH, bob).isRefused(200, "SALE_ENDED");
    }
}
