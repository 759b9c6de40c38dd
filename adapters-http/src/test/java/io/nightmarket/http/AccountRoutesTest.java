package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccountRoutesTest extends RoutesTestBase {
    @Test
    void aCodeByPhoneLogsIn() {
        String token = client.logIn(TestClient.newPhone());
        JsonObject me = client.get("/user/me", AUTH, token).object();
        assertTrue(me.getString("nickName").startsWith("user_"));
        assertEquals("SHOPPER", me.getString("role"));
        assertEquals(me, client.get("/user/me", AUTH, "Bearer " + token).object());
        assertEquals(me, client.get("/user/me", AUTH, "bearer " + token).object());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "?phone=", "?phone=12345", "?phone=23812345678", "?phone=138123456789",
                "?phone=null", "?phone=abc", "?&phone=%2B8613812345678", "?phone=%7B%7D", "?phone=1381234567%20",
                "?phone=%22"
            })
    void aPhoneThatIsNoneIsRefused(String query) {
        Reply reply = client.post("/user/code" + query);
        reply.isRefused(200, "PHONE_INVALID");
        assertEquals("手机号格式错误", reply.text());
    }

    @Test
    void aSecondCodeWithinAMinuteIsTooSoon() {
        String phone = TestClient.newPhone();
        assertNotNull(client.post("/user/code?phone=" + phone).data());
        Reply reply = client.post("/user/code?phone=" + phone).refusedAs(200, "CODE_TOO_SOON");
        assertEquals("60", reply.header("retry-after"));
    }

    @Test
    void aWrongCodeIsRefusedAndARightOneWorksOnce() {
        String phone = TestClient.newPhone();
        assertNotNull(client.post("/user/code?phone=" + phone).data());
        String code = String.valueOf(client.code(phone));
        String wrong = code.equals("000000") ? "000001" : "000000";
        assertEquals("验证码错误", logIn(phone, wrong).refusedAs(200, "CODE_WRONG").text());
        logIn(phone, "12345").isRefused(200, "CODE_WRONG");
        assertEquals(
                "String", String.valueOf(logIn(phone, code).data()).getClass().getSimpleName());
        logIn(phone, code).isRefused(200, "CODE_WRONG");
    }

    @Test
    void wrongTriesOfOthersDoNotCountAgainstAChallenge() {
        String phone = TestClient.newPhone();
        String challenge = client.post("/user/code?phone=" + phone).object().getString("challenge");
        String code = String.valueOf(client.code(phone));
        String wrong = code.equals("000000") ? "000001" : "000000";
        for (int i = 0; i < 5; i++) {
            logIn(phone, wrong).isRefused(200, "CODE_WRONG");
        }
        logIn(phone, code).isRefused(200, "CODE_WRONG");

        JsonObject body = object("phone", phone, "code", code);
        client.post("/user/login", body.copy().put("challenge", "0".repeat(32))).isRefused(200, "CODE_WRONG");
        client.post("/user/login", body.copy().put("challenge", "none")).isRefused(200, "CODE_WRONG");
        assertNotNull(client.post("/user/login", body.copy().put("challenge", challenge))
                .data());
    }

    @Test
    void anotherSiteSendsNoCodes() {
        String phone = TestClient.newPhone();
        client.post("/user/code?phone=" + phone, "sec-fetch-site", "cross-site").isRefused(403, "FORBIDDEN");
        client.post("/user/code?phone=" + phone, "sec-fetch-site", "same-site").isRefused(403, "FORBIDDEN");
        assertFalse(node.sent.containsKey(new PhoneNumber(phone)));
        assertNotNull(client.post("/user/code?phone=" + phone, "sec-fetch-site", "same-origin")
                .data());
    }

    @Test
    void aLoginWithoutCodeOrPasswordSaysWhatIsNeeded() {
        JsonObject phone = object("phone", TestClient.newPhone());
        client.post("/user/login", phone).isRefused(200, "CODE_REQUIRED");
        client.post("/user/login", object("code", "123456")).isRefused(200, "PHONE_INVALID");
        client.post("/user/login", object("phone", 13812345678L)).isRefused(400, "BAD_REQUEST");
    }

    @Test
    void logoutEndsTheSessionAtOnce() {
        String token = client.logIn(TestClient.newPhone());
        assertNull(client.post("/user/logout", AUTH, token).data());
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
        client.post("/user/logout", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
    }

    @Test
    void whoIsLoggedInSeesOthers() {
        String token = client.logIn(TestClient.newPhone());
        String other = client.logIn(TestClient.newPhone());
        JsonObject them = client.get("/user/me", AUTH, other).object();

        JsonObject card = client.get("/user/" + them.getLong("id"), AUTH, token).object();

        assertEquals(java.util.Set.of("id", "nickName", "icon"), card.fieldNames());
        assertEquals(them.getString("nickName"), card.getString("nickName"));
        assertNull(client.get("/user/987654321", AUTH, token).data(), "nothing for a user there is not");
        client.get("/user/abc", AUTH, token).isRefused(400, "BAD_REQUEST");
        client.get("/user/0", AUTH, token).isRefused(400, "BAD_REQUEST");
        client.get("/user/1").isRefused(401, "LOGIN_REQUIRED");
    }

    /** Cards are kept fresh for a minute, and nobody rebuilds here. */
    @Test
    void aStaleCardIsToldToBeStale() {
        String token = client.logIn(TestClient.newPhone());
        String path = "/user/" + client.user(token).value();
        Reply fresh = client.get(path, AUTH, token);
        assertNull(fresh.header("age"));
        assertNull(fresh.header("cache-status"));
        node.clock.advance(Duration.ofSeconds(75));
        Reply stale = client.get(path, AUTH, token);
        assertEquals(fresh.object(), stale.object());
        assertEquals("75", stale.header("age"));
        assertEquals("night-market; hit; detail=stale", stale.header("cache-status"));
        assertEquals("no-store", stale.header("cache-control"));
    }

    private Reply logIn(String phone, String code) {
        return client.post("/user/login", object("phone", phone, "code", code));
    }
}
