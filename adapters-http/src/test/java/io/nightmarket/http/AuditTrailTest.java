package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written to the audit trail, as administrators read it. */
final class AuditTrailTest extends RoutesTestBase {
    private static final String AUTH = "authorization";

    private List<JsonObject> events(String query) {
        String admin = client.logIn(Role.ADMIN);
        return client.get("/admin/audit" + query, AUTH, admin).list().stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    @Test
    void loginsAndRefusedLoginsAreWritten() {
        String phone = TestClient.newPhone();
        long user = client.user(client.logIn(phone)).value();
        client.post("/user/login", object("phone", phone, "code", "000000")).isRefused(200, "CODE_WRONG");

        JsonObject login = events("?action=logIn&actor=" + user).getFirst();
        List<JsonObject> refused = events("?action=logIn").stream()
                .filter(event -> event.getString("outcome").equals("CODE_WRONG"))
                .toList();

        assertEquals("OK", login.getString("outcome"));
        assertEquals("127.0.0.1", login.getString("address"));
        assertEquals(phone.substring(0, 3) + "****" + phone.substring(7), login.getString("subject"));
        assertFalse(refused.getFirst().containsKey("actor"));
    }

    @Test
    void aWrongSecondFactorIsWrittenWithTheUser() {
        String phone = TestClient.newPhone();
        UserId user =
                await(node.users.findOrCreate(new PhoneNumber(phone), "admin")).id();
        node.users.grant(user, Role.ADMIN);
        assertNotNull(client.post("/user/code?phone=" + phone).data());
        JsonObject login = object("phone", phone, "code", client.code(phone), "otp", "000000");

        client.post("/user/login", login).isRefused(200, "CODE_WRONG");

        JsonObject event = events("?actor=" + user.value()).getFirst();
        assertEquals("logIn", event.getString("action"));
        assertEquals("SECOND_FACTOR_WRONG", event.getString("outcome"));
    }

    @Test
    void changesOfPasswordsAreWrittenWithoutThem() {
        String shopper = client.logIn(Role.SHOPPER);
        JsonObject body = object("password", "night market");
        assertNull(client.put("/user/password", body, AUTH, shopper).data());
        client.put("/user/password", body.copy().put("oldPassword", "wrong"), AUTH, shopper)
                .isRefused(200, "PASSWORD_WRONG");

        List<JsonObject> events =
                events("?action=changePassword&actor=" + client.user(shopper).value());
        assertEquals(
                List.of("PASSWORD_WRONG", "OK"),
                events.stream().map(event -> event.getString("outcome")).toList());
        assertEquals("/user/password", events.getFirst().getString("subject"));
    }

    @Test
    void neitherSpaceNorLongMembersNorEscapesHideWhatWasChanged() {
        String merchant = client.logIn(Role.MERCHANT);
        String body = "{" + " ".repeat(3000) + "\"distance\":\"" + "x".repeat(800)
                + "\",\"id\":1,\"openHours\":\"1381234\\u0035678\"}";
        client.method("PUT", "/shop", body, AUTH, merchant).isRefused(403, "FORBIDDEN");

        String subject = events(
                        "?action=updateShop&actor=" + client.user(merchant).value())
                .getFirst()
                .getString("subject");
        assertTrue(subject.startsWith("/shop {\"id\":1,\"openHours\":\"138****5678\","), subject);
        assertTrue(subject.endsWith("…"), subject);
    }

    @Test
    void whatStaffChangesIsWrittenWithPathBodyAndOutcome() {
        String merchant = client.logIn(Role.MERCHANT);
        JsonObject body = object("id", 1, "openHours", "13812345678");
        client.put("/shop", body, AUTH, merchant).isRefused(403, "FORBIDDEN");

        JsonObject event = events(
                        "?action=updateShop&actor=" + client.user(merchant).value())
                .getFirst();

        assertEquals("FORBIDDEN", event.getString("outcome"));
        assertEquals("/shop {\"id\":1,\"openHours\":\"138****5678\"}", event.getString("subject"));
    }

    @Test
    void aRefusedRoleIsWrittenAndReadingIsNot() {
        String shopper = client.logIn(Role.SHOPPER);
        long user = client.user(shopper).value();
        client.get("/admin/locks", AUTH, shopper).isRefused(403, "FORBIDDEN");
        client.get("/admin/audit", AUTH, shopper).isRefused(403, "FORBIDDEN");

        assertEquals(
                List.of("listAuditEvents", "listLocks", "logIn"),
                events("?actor=" + user).stream()
                        .map(event -> event.getString("action"))
                        .toList());
    }

    @Test
    void refusalsOfOneAddressFillNoTrail() {
        String shopper = client.logIn(Role.SHOPPER);
        node.clock.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 100; i++) {
            client.get("/admin/caches", AUTH, shopper).isRefused(403, "FORBIDDEN");
        }
        assertEquals(60, events("?action=listCaches&size=200").size());
        node.clock.advance(Duration.ofMinutes(1));
    }

    @Test
    void forgedNotificationsOfPaymentsAreWritten() {
        JsonObject forged = object("id", "n", "payment", "7", "outcome", "CAPTURED", "amount", 4500);
        client.post("/payment/notify", forged, "Payment-Signature", "forged").isRefused(200, "SIGNATURE_WRONG");

        JsonObject event = events("?action=notifyPayment").getFirst();
        assertEquals("SIGNATURE_WRONG", event.getString("outcome"));
        assertEquals(
                "/payment/notify {\"id\":\"n\",\"payment\":\"7\",\"amount\":4500,\"outcome\":\"CAPTURED\"}",
                event.getString("subject"));
        assertFalse(event.containsKey("actor"));
    }

    @Test
    void ofTheCodeOfAVoucherTheEndIsWrittenAlone() {
        String merchant = client.logIn(Role.MERCHANT);
        client.post("/voucher-order/verify", object("code", "4542377217744961490"), AUTH, merchant)
                .isRefused(200, "ORDER_NOT_FOUND");

        assertEquals(
                "/voucher-order/verify {\"code\":\"****1490\"}",
                events("?action=redeemOrder").getFirst().getString("subject"));
    }

    @Test
    void pagesAreChecked() {
        String admin = client.logIn(Role.ADMIN);
        client.get("/admin/audit?action=%F0%9F%8D%9C", AUTH, admin).isRefused(400, "BAD_REQUEST");
        assertEquals(
                new JsonArray(),
                client.get("/admin/audit?before=1", AUTH, admin).data());
    }
}
