package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SessionRoutesTest extends RoutesTestBase {
    private static final String AUTH = "authorization";

    private JsonArray sessions(String token) {
        return client.get("/user/sessions", AUTH, token).list();
    }

    @Test
    void aUserSeesAndEndsOwnSessions() {
        String phone = TestClient.newPhone();
        String first = client.logIn(phone);
        String second = client.logIn(phone);
        String stranger = client.logIn(TestClient.newPhone());

        JsonObject current = (JsonObject) sessions(first).stream()
                .filter(each -> ((JsonObject) each).getBoolean("current"))
                .findFirst()
                .orElseThrow();
        assertEquals(2, sessions(first).size());
        assertEquals("127.0.0.1", current.getString("address"));
        assertEquals(Set.of("id", "openedAt", "lastSeen", "address", "current"), current.fieldNames());

        String target = "/user/sessions/" + current.getString("id");
        client.delete(target, AUTH, stranger).isRefused(200, "SESSION_NOT_FOUND");
        assertNull(client.delete(target, AUTH, second).data());

        client.get("/user/me", AUTH, first).isRefused(401, "LOGIN_REQUIRED");
        assertEquals(1, sessions(second).size());
        client.delete("/user/sessions/X", AUTH, second).isRefused(400, "BAD_REQUEST");
    }

    @Test
    void anAdministratorEndsAllSessionsOfAUser() {
        String admin = client.logIn(Role.ADMIN);
        String phone = TestClient.newPhone();
        String first = client.logIn(phone);
        String second = client.logIn(phone);
        String target = "/admin/users/" + client.user(first).value() + "/sessions";

        client.delete(target, AUTH, second).isRefused(403, "FORBIDDEN");
        assertNull(client.delete(target, AUTH, admin).data());

        client.get("/user/me", AUTH, first).isRefused(401, "LOGIN_REQUIRED");
        client.get("/user/me", AUTH, second).isRefused(401, "LOGIN_REQUIRED");
        assertEquals(
                Set.of("FORBIDDEN", "OK"),
                client.get("/admin/audit?action=endSessionsOfUser", AUTH, admin).list().stream()
                        .map(each -> ((JsonObject) each).getString("outcome"))
                        .collect(Collectors.toSet()));
    }
}
