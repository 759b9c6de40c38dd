package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.PasswordTries;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PasswordRoutesTest extends RoutesTestBase {
    private static final String PASSWORD = "夜市 night market";

    private String phone = "";
    private String token = "";

    @BeforeEach
    void logIn() {
        phone = TestClient.newPhone();
        token = client.logIn(phone);
    }

    private Reply logIn(String number, String password) {
        return client.post("/user/login", object("phone", number, "password", password));
    }

    private Reply change(String by, String password) {
        return client.put("/user/password", object("password", password), AUTH, by);
    }

    @Test
    void aPasswordThatWasSetLogsIn() {
        logIn(phone, PASSWORD).isRefused(200, "PASSWORD_WRONG");
        assertNull(change(token, PASSWORD).data());
        String second = assertInstanceOf(String.class, logIn(phone, PASSWORD).data());
        assertEquals(client.user(token), client.user(second));
        logIn(phone, PASSWORD + "!").isRefused(200, "PASSWORD_WRONG");
    }

    @Test
    void anUnknownPhoneIsAnsweredLikeAWrongPassword() {
        assertNull(change(token, PASSWORD).data());
        JsonObject wrong = logIn(phone, "wrong").json().copy();
        JsonObject unknown = logIn(TestClient.newPhone(), "wrong").json().copy();
        assertNotNull(wrong.remove("requestId"));
        assertNotNull(unknown.remove("requestId"));
        assertEquals(wrong, unknown);
    }

    @Test
    void afterAWhileTheOldPasswordIsNeededAndOtherSessionsEnd() {
        assertNull(change(token, PASSWORD).data());
        String other = client.logIn(phone);
        node.clock.advance(ChangePassword.RECENT);
        change(token, "another password").isRefused(200, "PASSWORD_NEEDS_LOGIN");
        JsonObject body = object("password", "another password");
        client.put("/user/password", body.copy().put("oldPassword", "wrong"), AUTH, token)
                .isRefused(200, "PASSWORD_WRONG");
        assertNotNull(client.user(other));
        assertNull(client.put("/user/password", body.copy().put("oldPassword", PASSWORD), AUTH, token)
                .data());
        client.get("/user/me", AUTH, other).isRefused(401, "LOGIN_REQUIRED");
        assertNotNull(client.user(token));
        logIn(phone, PASSWORD).isRefused(200, "PASSWORD_WRONG");
        assertNotNull(logIn(phone, "another password").data());
    }

    @Test
    void guessesHaveToWait() {
        String victim = TestClient.newPhone();
        for (int i = 0; i < PasswordTries.FREE; i++) {
            logIn(victim, "guess-" + i).isRefused(200, "PASSWORD_WRONG");
        }
        Reply refused = logIn(victim, "one more").refusedAs(200, "PASSWORD_TOO_SOON");
        assertEquals("30", refused.header("retry-after"));
        node.clock.advance(Duration.ofSeconds(30));
        logIn(victim, "one more").isRefused(200, "PASSWORD_WRONG");
    }
}
