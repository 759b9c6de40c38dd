package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed, as a front end meets it. */
final class FeedRoutesTest extends RoutesTestBase {
    private String author = "";
    private String reader = "";

    @BeforeEach
    void logIn() {
        node.shops.add(Shops.shop(1));
        author = client.logIn(Role.SHOPPER);
        reader = client.logIn(Role.SHOPPER);
    }

    private void follow(boolean follow) {
        String path = "/follow/" + client.user(author).value() + '/' + follow;
        assertNull(client.put(path, new JsonObject(), AUTH, reader).data());
    }

    private long publish(String title) {
        JsonObject note = object("shopId", 1, "title", title, "content", "c");
        return Long.parseLong(
                String.valueOf(client.post("/blog", note, AUTH, author).data()));
    }

    private static List<Long> ids(JsonArray list) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> list.getJsonObject(i).getLong("id"))
                .toList();
    }

    private Reply feed(String query) {
        return client.get("/blog/of/follow" + query, AUTH, reader);
    }

    @Test
    void aNoteIsInTheFeedOfAFollowerAtOnce() {
        long id = publish("title");
        assertNull(feed("").data());
        follow(true);
        JsonObject page = feed("?&lastId=" + node.clock.millis()).object();
        JsonObject found = page.getJsonArray("list").getJsonObject(0);
        assertEquals(id, found.getLong("id"));
        assertEquals("title", found.getString("title"));
        assertEquals(false, found.getBoolean("isLike"));
        assertTrue(found.getString("name").startsWith("user_"));
        assertEquals(1, page.getInteger("offset"));
        follow(false);
        assertNull(feed("").data());
    }

    @Test
    void scrollingAsTheFrontEndDoesEndsWithNoData() {
        follow(true);
        List<Long> published = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            published.addFirst(publish("note " + i));
            node.clock.advance(Duration.ofMillis(i == 13 ? 2000 : 0));
        }
        List<Long> seen = new ArrayList<>();
        String query = "?lastId=" + node.clock.millis();
        for (int page = 0; page < 3; page++) {
            JsonObject found = feed(query).object();
            seen.addAll(ids(found.getJsonArray("list")));
            query = "?lastId=" + found.getLong("minTime") + "&offset=" + found.getInteger("offset");
        }
        assertEquals(published, seen);
        assertNull(feed(query).data());
    }

    @Test
    void aCursorGoesOnThoughNotesComeAndGo() {
        follow(true);
        List<Long> published = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            published.addFirst(publish("note " + i));
        }
        JsonObject first = feed("?size=3").object();
        assertEquals(published.subList(0, 3), ids(first.getJsonArray("list")));
        var _ = publish("later");
        assertNull(client.delete("/blog/" + published.get(2), AUTH, author).data());
        JsonObject second = feed("?size=3&cursor=" + first.getString("cursor")).object();
        assertEquals(published.subList(3, 6), ids(second.getJsonArray("list")));
        JsonObject last = feed("?size=3&cursor=" + second.getString("cursor")).object();
        assertEquals(published.subList(6, 7), ids(last.getJsonArray("list")));
        assertFalse(last.containsKey("cursor"));
    }

    @Test
    void whatIsNewerThanTheFirstNoteThatWasReadIsUnread() {
        follow(true);
        assertEquals(0, unread());
        for (int i = 0; i < 12; i++) {
            var _ = publish("note " + i);
        }
        assertEquals(12, unread());
        JsonObject page = feed("").object();
        assertEquals(0, unread());
        var _ = publish("later");
        var _ = feed("?cursor=" + page.getString("cursor")).object();
        assertEquals(1, unread());
        follow(false);
        assertEquals(0, unread());
    }

    private Object unread() {
        return client.get("/blog/of/follow/unread", AUTH, reader).json().getValue("data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lastId=99999999999999", "cursor=1", "cursor=1-99999999999999999999"})
    void malformedQueriesAreRefused(String query) {
        assertEquals(400, feed("?" + query).status());
    }
}
