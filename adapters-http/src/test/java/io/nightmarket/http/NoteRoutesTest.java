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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notes and their likes, as a front end meets them. */
final class NoteRoutesTest extends RoutesTestBase {
    private static final JsonObject NOTHING = new JsonObject();

    private String alice = "";
    private String bob = "";

    @BeforeEach
    void logIn() {
        node.shops.add(Shops.shop(1));
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
    }

    private static JsonObject note(String title) {
        return object("shopId", 1, "title", title, "content", "good\nsoup", "images", "/imgs/a.jpg,/imgs/b.jpg");
    }

    private long publish(JsonObject note) {
        node.clock.advance(Duration.ofSeconds(1));
        return Long.parseLong(
                String.valueOf(client.post("/blog", note, AUTH, alice).data()));
    }

    private void like(long id, String token) {
        node.clock.advance(Duration.ofMillis(1));
        assertNull(client.put("/blog/like/" + id, NOTHING, AUTH, token).data());
    }

    private static List<Long> ids(JsonArray list) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> list.getJsonObject(i).getLong("id"))
                .toList();
    }

    @Test
    void aNoteIsPublishedWithAuthorAndWithoutWhatTheServerDecides() {
        JsonObject wanted =
                note("title").put("id", 4711).put("liked", 99).put("userId", 1).put("createTime", "x");
        long id = publish(wanted);
        JsonObject found = client.get("/blog/" + id).object();

        assertEquals(id, found.getLong("id"));
        assertEquals("title", found.getString("title"));
        assertEquals("good\nsoup", found.getString("content"));
        assertEquals("/imgs/a.jpg,/imgs/b.jpg", found.getString("images"));
        assertEquals(0, found.getLong("liked"));
        assertEquals(0, found.getLong("comments"));
        assertEquals(false, found.getBoolean("isLike"));
        JsonObject me = client.get("/user/me", AUTH, alice).object();
        assertEquals(me.getValue("id"), found.getValue("userId"));
        assertEquals(me.getString("nickName"), found.getString("name"));
        assertEquals("", found.getString("icon"));
    }

    @Test
    void textLeavesAsSafeHtml() {
        long id = publish(note("<img src=x onerror=alert(1)>1 < 2 & 3")
                .put("content", "<b>good</b><br><script>alert(1)</script><a href='javascript:x'>soup</a>"));
        JsonObject found = client.get("/blog/" + id).object();
        assertEquals("1 &lt; 2 &amp; 3", found.getString("title"));
        assertEquals("<b>good</b><br>soup", found.getString("content").replace("<br />", "<br>"));
    }

    @Test
    void badNotesAreRefusedAndNotWritten() {
        client.post("/blog", note("title").put("shopId", 4_000_000), AUTH, alice)
                .isRefused(200, "SHOP_NOT_FOUND");
        client.post("/blog", note("title")).isRefused(401, "LOGIN_REQUIRED");
        client.post("/blog", note(" \n"), AUTH, alice).isRefused(400, "BAD_REQUEST");
        client.post("/blog", note("title").put("content", "x".repeat(100_000)), AUTH, alice)
                .isRefused(413, "TOO_LARGE");
        assertEquals(new JsonArray(), client.get("/blog/of/me", AUTH, alice).list());
    }

    @Test
    void anAuthorsNotesComeNewestFirstPageByPage() {
        List<Long> published =
                IntStream.range(0, 12).mapToObj(i -> publish(note("note " + i))).toList();
        JsonArray first = client.get("/blog/of/me?current=1", AUTH, alice).list();
        assertEquals(published.reversed().subList(0, 10), ids(first));
        JsonArray second = client.get("/blog/of/me?current=2", AUTH, alice).list();
        assertEquals(published.reversed().subList(10, 12), ids(second));
        assertEquals(
                new JsonArray(),
                client.get("/blog/of/me?current=3", AUTH, alice).list());
        Object me = client.get("/user/me", AUTH, alice).object().getValue("id");
        assertEquals(
                ids(second),
                ids(client.get("/blog/of/user?&id=" + me + "&current=2").list()));
        assertEquals(new JsonArray(), client.get("/blog/of/user?id=999999999").list());
    }

    @Test
    void likingTwiceIsUnlikingAndTheNextReadAgrees() {
        long id = publish(note("title"));
        like(id, bob);
        JsonObject liked = client.get("/blog/" + id, AUTH, bob).object();
        assertEquals(1, liked.getLong("liked"));
        assertEquals(true, liked.getBoolean("isLike"));
        assertEquals(false, client.get("/blog/" + id, AUTH, alice).object().getBoolean("isLike"));

        like(id, alice);
        JsonArray likers = client.get("/blog/likes/" + id).list();
        assertEquals(2, likers.size());
        assertEquals(
                client.get("/user/me", AUTH, bob).object().getValue("id"),
                likers.getJsonObject(0).getValue("id"));

        like(id, bob);
        JsonObject unliked = client.get("/blog/" + id, AUTH, bob).object();
        assertEquals(1, unliked.getLong("liked"));
        assertEquals(false, unliked.getBoolean("isLike"));
    }

    @Test
    void theMostLikedAreHotAlsoForVisitors() {
        long less = publish(note("less"));
        long more = publish(note("more"));
        like(more, alice);
        node.likes
                .changed(1_000)
                .toCompletableFuture()
                .join()
                .forEach(note ->
                        node.likes.writeTotal(note).toCompletableFuture().join());
        JsonArray hot = client.get("/blog/hot?current=1").list();
        List<Long> order = ids(hot);
        assertTrue(order.indexOf(more) >= 0 && order.indexOf(more) < order.indexOf(less), order::toString);
        JsonObject first = hot.getJsonObject(order.indexOf(more));
        assertFalse(first.getString("name").isEmpty());
        assertEquals(1, first.getLong("liked"));
        assertEquals(false, first.getBoolean("isLike"));
        assertEquals(new JsonArray(), client.get("/blog/hot?current=1000").list());
        List<Long> ranked = ids(client.get("/blog/rank?period=week").list());
        assertTrue(ranked.contains(more) && !ranked.contains(less), ranked::toString);
        client.get("/blog/rank?period=year").isRefused(400, "BAD_REQUEST");
    }

    @Test
    void theAuthorAloneDeletesANote() {
        long id = publish(note("title"));
        like(id, bob);
        client.delete("/blog/" + id, AUTH, bob).isRefused(200, "NOTE_NOT_FOUND");
        assertEquals("title", client.get("/blog/" + id).object().getString("title"));
        assertNull(client.delete("/blog/" + id, AUTH, alice).data());
        client.get("/blog/" + id).isRefused(200, "NOTE_NOT_FOUND");
        client.delete("/blog/" + id, AUTH, alice).isRefused(200, "NOTE_NOT_FOUND");
        client.put("/blog/like/" + id, NOTHING, AUTH, bob).isRefused(200, "NOTE_NOT_FOUND");
        assertEquals(new JsonArray(), client.get("/blog/likes/" + id).list());
    }
}
