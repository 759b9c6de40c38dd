package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.Role;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A site with the phone numbers of another country. */
@ExtendWith(VertxExtension.class)
final class PhonesTest {
    private static final PhoneFormat HONG_KONG = new PhoneFormat("[2-9][0-9]{7}");

    @Test
    void eachRequestThatNamesAPhoneGoesByTheSetting(Vertx vertx) {
        try (TestClient client = new TestClient(new TestNode(vertx, new TestConfig().phones(HONG_KONG)))) {
            String admin = client.logIn("91234567", Role.ADMIN);
            for (Reply reply : requests(client, admin, "91234568")) {
                assertNotEquals("PHONE_INVALID", reply.json().getString("code"));
            }
            for (String other : List.of("13912345678", "9123456", "912345678", "11234567")) {
                requests(client, admin, other).forEach(reply -> reply.isRefused(200, "PHONE_INVALID"));
            }
            assertNotNull(client.logIn("91234569"));
        }
    }

    private static List<Reply> requests(TestClient client, String admin, String phone) {
        JsonObject named = object("phone", phone);
        return List.of(
                client.post("/user/code?phone=" + phone),
                client.post("/user/login", named.copy().put("code", "123456")),
                client.post("/user/login", named.copy().put("password", "night market")),
                client.post("/admin/roles", named.copy().put("role", "MERCHANT"), "authorization", admin),
                client.post(
                        "/admin/merchant-shops", named.copy().put("added", JsonArray.of()), "authorization", admin));
    }
}
