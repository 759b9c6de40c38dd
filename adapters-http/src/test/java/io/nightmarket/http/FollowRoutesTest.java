package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.UserId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FollowRoutesTest extends RoutesTestBase {
    private String token = "";
    private UserId me = new UserId(1);

    @BeforeEach
    void logIn() {
        token = client.logIn(TestClient.newPhone());
        me = client.user(token);
    }

    private UserId newUser() {
        return client.user(client.logIn(TestClient.newPhone()));
    }

    private Reply follow(String follower, UserId followed, boolean follow) {
        return client.put("/follow/" + followed.value() + '/' + follow, new JsonObject(), AUTH, follower);
    }

    private @Nullable Object isFollowing(UserId followed) {
        return client.get("/follow/or/not/" + followed.value(), AUTH, token).data();
    }

    private static List<Long> ids(JsonArray users) {
        return users.stream().map(user -> ((JsonObject) user).getLong("id")).toList();
    }

    @Test
    void whatWasAnsweredHoldsAtOnce() {
        UserId other = newUser();
        assertEquals(false, isFollowing(other));
        assertNull(follow(token, other, true).data());
        assertNull(follow(token, other, true).data());
        assertEquals(true, isFollowing(other));
        assertEquals(
                object("followers", 1, "followed", 0),
                client.get("/follow/count/" + other.value(), AUTH, token).object());
        assertNull(follow(token, other, false).data());
        assertNull(follow(token, other, false).data());
        assertEquals(false, isFollowing(other));
    }

    @Test
    void whatIsRefusedChangesNothing() {
        follow(token, me, true).isRefused(200, "FOLLOWS_SELF");
        follow(token, new UserId(987_654), true).isRefused(200, "USER_NOT_FOUND");
        for (int i = 0; i < TestNode.MAX_FOLLOWED; i++) {
            assertNull(follow(token, newUser(), true).data());
        }
        follow(token, newUser(), true).isRefused(200, "FOLLOWS_TOO_MANY");
        client.put("/follow/1/perhaps", new JsonObject(), AUTH, token).isRefused(400, "BAD_REQUEST");
        client.put("/follow/0/true", new JsonObject(), AUTH, token).isRefused(400, "BAD_REQUEST");
        assertEquals(
                object("followers", 0, "followed", TestNode.MAX_FOLLOWED),
                client.get("/follow/count/" + me.value(), AUTH, token).object());
    }

    @Test
    void commonFollowsHaveNamesAndPictures() {
        String otherToken = client.logIn(TestClient.newPhone());
        UserId both = newUser();
        var _ = follow(token, both, true);
        var _ = follow(token, newUser(), true);
        var _ = follow(otherToken, both, true);
        String target = "/follow/common/" + client.user(otherToken).value();
        JsonArray common = client.get(target, AUTH, token).list();
        assertEquals(List.of(both.value()), ids(common));
        assertEquals(Set.of("id", "nickName", "icon"), common.getJsonObject(0).fieldNames());
        var _ = follow(otherToken, both, false);
        assertEquals(List.of(), ids(client.get(target, AUTH, token).list()));
    }

    @Test
    void listsArePagedTheLatestFirst() {
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String other = client.logIn(TestClient.newPhone());
            var _ = follow(token, client.user(other), true);
            var _ = follow(other, me, true);
            others.add(client.user(other).value());
        }
        Collections.reverse(others);
        for (String kind : List.of("followers", "followed")) {
            String target = "/follow/" + kind + '/' + me.value() + "?size=2&cursor=";
            JsonObject first = client.get(target, AUTH, token).object();
            JsonObject second =
                    client.get(target + first.getString("cursor"), AUTH, token).object();
            List<Long> found = new ArrayList<>(ids(first.getJsonArray("list")));
            found.addAll(ids(second.getJsonArray("list")));
            assertEquals(others, found);
            assertFalse(second.containsKey("cursor"));
            client.get(target + "x", AUTH, token).isRefused(400, "BAD_REQUEST");
        }
    }
}
