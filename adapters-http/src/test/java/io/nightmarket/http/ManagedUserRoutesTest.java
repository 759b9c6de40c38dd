package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ManagedUserRoutesTest extends RoutesTestBase {
    private String phone = "";
    private String operator = "";
    private String admin = "";
    private String token = "";
    private long user;

    @BeforeEach
    void aUserAndStaff() {
        operator = client.logIn(Role.OPERATOR);
        admin = client.logIn(Role.ADMIN);
        phone = TestClient.newPhone();
        token = client.logIn(phone);
        user = client.user(token).value();
    }

    private Reply post(String what, String staff) {
        return client.post("/admin/users/" + user + "/" + what, object("reason", "spam"), AUTH, staff);
    }

    private JsonObject account() {
        return client.get("/admin/users/" + user, AUTH, client.logIn(Role.AUDITOR))
                .object();
    }

    @Test
    void aBanEndsSessionsAndLoginsUntilItIsLifted() {
        assertEquals("ACTIVE", account().getString("state"));
        assertNull(account().getString("reason"));
        assertNull(post("ban", operator).data());
        assertNull(post("ban", operator).data(), "again");
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
        node.clock.advance(Duration.ofMinutes(2));
        client.post("/user/code?phone=" + phone).isRefused(200, "USER_BANNED");
        JsonObject found =
                client.get("/admin/users?phone=" + phone, AUTH, operator).object();
        assertEquals("BANNED", found.getString("state"));
        assertEquals("spam", found.getString("reason"));
        assertEquals(phone.substring(0, 3) + "****" + phone.substring(7), found.getString("phone"));
        assertEquals(new JsonArray(), found.getJsonArray("shops"));

        assertNull(post("lift", operator).data());
        assertEquals("ACTIVE", account().getString("state"));
        node.clock.advance(Duration.ofMinutes(5));
        var _ = client.logIn(phone);
    }

    @Test
    void anErasedUserIsNobodyAndThePhoneIsFree() {
        post("erase", operator).isRefused(403, "FORBIDDEN");
        assertNull(post("erase", admin).data());
        assertEquals("ERASED", account().getString("state"));
        assertEquals("", account().getString("nickName"));
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
        post("ban", operator).isRefused(200, "USER_ERASED");
        client.get("/admin/users?phone=" + phone, AUTH, operator).isRefused(200, "USER_NOT_FOUND");
        node.clock.advance(Duration.ofMinutes(5));
        assertEquals(false, client.user(client.logIn(phone)).value() == user);
    }

    @Test
    void usersWithARoleAreForAdministrators() {
        user = client.user(client.logIn(Role.MERCHANT)).value();
        post("ban", operator).isRefused(200, "USER_IS_STAFF");
        post("erase", admin).isRefused(200, "USER_IS_STAFF");
        assertNull(post("ban", admin).data());
        post("lift", operator).isRefused(200, "USER_IS_STAFF");
        assertNull(post("lift", admin).data());
        user = client.user(admin).value();
        post("ban", admin).isRefused(200, "USER_IS_STAFF");
    }

    @Test
    void anActionHasAReasonAndIsInTheTrailOnce() {
        client.post("/admin/users/" + user + "/ban", new JsonObject(), AUTH, operator)
                .isRefused(400, "BAD_REQUEST");
        assertNull(post("ban", operator).data());
        JsonArray events = client.get(
                        "/admin/audit?action=banUser&actor="
                                + client.user(operator).value(),
                        AUTH,
                        admin)
                .list();
        assertEquals("BAD_REQUEST", events.getJsonObject(1).getString("outcome"));
        assertEquals(2, events.size());
        assertEquals("spam", events.getJsonObject(0).getString("reason"));
        assertEquals("ACTIVE", events.getJsonObject(0).getString("before"));
        assertEquals("BANNED", events.getJsonObject(0).getString("after"));
        client.get("/admin/users?phone=1", AUTH, operator).isRefused(200, "PHONE_INVALID");
    }
}
