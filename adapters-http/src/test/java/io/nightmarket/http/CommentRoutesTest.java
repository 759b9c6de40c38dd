package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Comments, as a front end meets them. */
final class CommentRoutesTest extends RoutesTestBase {
    private String alice = "";
    private String bob = "";
    private long note;

    @BeforeEach
    void publish() {
        node.shops.add(Shops.shop(1));
        alice = client.logIn(Role.SHOPPER);
        bob = client.logIn(Role.SHOPPER);
        note = id(client.post("/blog", object("shopId", 1, "title", "title", "content", "content"), AUTH, alice));
    }

    private static long id(Reply reply) {
        return Long.parseLong(String.valueOf(reply.data()));
    }

    private JsonObject comment(String content) {
        return object("blogId", note, "content", content, "parentId", 0, "answerId", 0);
    }

    private Reply write(JsonObject comment) {
        return client.post("/blog-comments", comment, AUTH, bob);
    }

    private JsonArray comments() {
        return client.get("/blog-comments?blogId=" + note).list();
    }

    @Test
    void aCommentIsShownAsPlainTextWithItsAuthor() {
        long id = id(write(comment("<b>well</b>").put("userId", 1).put("status", 2)));
        JsonObject found = comments().getJsonObject(0);
        assertEquals(id, found.getLong("id"));
        assertEquals("<b>well</b>", found.getString("content"));
        assertFalse(found.getString("name").isEmpty());
        assertEquals(client.get("/user/me", AUTH, bob).object().getValue("id"), found.getValue("userId"));
        assertEquals(1, client.get("/blog/" + note).object().getLong("comments"));
    }

    @Test
    void repliesStandBelowTheirParent() {
        long parent = id(write(comment("parent")));
        long reply = id(write(comment("reply").put("parentId", parent)));
        long answer = id(write(comment("answer").put("parentId", parent).put("answerId", reply)));
        assertEquals(1, comments().size());
        assertEquals(2, comments().getJsonObject(0).getLong("replies"));
        JsonArray replies = client.get("/blog-comments/" + parent + "/replies").list();
        assertEquals(reply, replies.getJsonObject(0).getLong("id"));
        assertEquals(answer, replies.getJsonObject(1).getLong("id"));
        assertEquals(reply, replies.getJsonObject(1).getLong("answerId"));
        assertEquals(
                new JsonArray(),
                client.get("/blog-comments/" + parent + "/replies?current=2").list());
        assertEquals(3, client.get("/blog/" + note).object().getLong("comments"));
    }

    @Test
    void badCommentsAreRefusedAndNotWritten() {
        long parent = id(write(comment("parent")));
        long reply = id(write(comment("reply").put("parentId", parent)));
        write(comment("lost").put("blogId", 4_000_000)).isRefused(200, "NOTE_NOT_FOUND");
        write(comment("lost").put("parentId", 4_000_000)).isRefused(200, "COMMENT_NOT_FOUND");
        write(comment("deep").put("parentId", reply)).isRefused(200, "COMMENT_OF_ANOTHER_NOTE");
        write(comment("x".repeat(256))).isRefused(400, "BAD_REQUEST");
        write(comment("no parent").put("answerId", parent)).isRefused(400, "BAD_REQUEST");
        client.post("/blog-comments", comment("stranger")).isRefused(401, "LOGIN_REQUIRED");
        assertEquals(2, client.get("/blog/" + note).object().getLong("comments"));
    }

    @Test
    void theAuthorAloneDeletesAComment() {
        long parent = id(write(comment("parent")));
        var _ = write(comment("reply").put("parentId", parent));
        client.delete("/blog-comments/" + parent, AUTH, alice).isRefused(200, "COMMENT_NOT_FOUND");
        assertNull(client.delete("/blog-comments/" + parent, AUTH, bob).data());
        assertEquals(new JsonArray(), comments());
        client.delete("/blog-comments/" + parent, AUTH, bob).isRefused(200, "COMMENT_NOT_FOUND");
        assertEquals(0, client.get("/blog/" + note).object().getLong("comments"));
    }
}
