package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.UserId;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProfileRoutesTest extends RoutesTestBase {
    private String token = "";
    private UserId me = new UserId(1);

    @BeforeEach
    void logIn() {
        token = client.logIn(TestClient.newPhone());
        me = client.user(token);
    }

    private @Nullable Object profile() {
        return client.get("/user/info/" + me.value(), AUTH, token).data();
    }

    private Reply edit(JsonObject change) {
        return client.put("/user/info", change, AUTH, token);
    }

    @Test
    void aUserWithoutProfileIsAnsweredNothing() {
        assertNull(profile());
        assertNull(client.get("/user/info/987654", AUTH, token).data());
        client.get("/user/info/0", AUTH, token).isRefused(400, "BAD_REQUEST");
    }

    @Test
    void aChangeIsSeenAtOnceAndForeignMembersAreIgnored() {
        assertNull(edit(object(
                        "city",
                        "杭州",
                        "introduce",
                        "爱吃夜宵",
                        "gender",
                        true,
                        "birthday",
                        "2000-02-29",
                        "id",
                        1,
                        "userId",
                        1,
                        "phone",
                        "13800000000",
                        "fans",
                        99,
                        "credits",
                        99,
                        "level",
                        9))
                .data());
        assertNull(edit(object("city", "", "introduce", null)).data());
        assertEquals(
                object(
                        "userId",
                        me.value(),
                        "city",
                        "",
                        "introduce",
                        "爱吃夜宵",
                        "fans",
                        0,
                        "followee",
                        0,
                        "gender",
                        true,
                        "birthday",
                        "2000-02-29",
                        "credits",
                        0,
                        "level",
                        0),
                profile());
    }

    @Test
    void nameAndPictureAreSeenByAllAtOnce() {
        String other = client.logIn(TestClient.newPhone());
        String target = "/user/" + me.value();
        assertEquals("", client.get(target, AUTH, other).object().getString("icon"));
        assertNull(client.put("/user", object("nickName", "夜市", "icon", "/imgs/a.png"), AUTH, token)
                .data());
        JsonObject shown = object("id", me.value(), "nickName", "夜市", "icon", "/imgs/a.png");
        assertEquals(shown, client.get(target, AUTH, other).object());
        assertEquals(
                shown.copy().put("role", "SHOPPER"),
                client.get("/user/me", AUTH, token).object());
    }

    @Test
    void nothingGivenChangesNothing() {
        assertNull(edit(new JsonObject()).data());
        assertNull(edit(object("nickName", "夜市")).data());
        assertNull(profile());
    }

    @Test
    void changesOfOneUserAreLimited() {
        for (int i = 0; i < 300; i++) {
            assertNull(edit(new JsonObject()).data());
        }
        edit(new JsonObject()).isRefused(429, "TOO_MANY_REQUESTS");
        client.put("/follow/987654/true", new JsonObject(), AUTH, token).isRefused(429, "TOO_MANY_REQUESTS");
    }
}
