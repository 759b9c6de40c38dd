package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content is hidden and restored, and a user banned and erased, on a node with its caches, feeds and counts. */
@Tag("features")
final class ModerationIT {
    private static final String AUTHOR = "15600000001";
    private static final String READER = "15600000002";

    @Test
    void hiddenContentAndErasedUsersLeaveCachesFeedsAndCounts(@TempDir(factory = PreparedFolder.class) Path data)
            throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program program = Program.start(Map.of(), "--data", data.toString());
                Client client = new Client(program.address());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            Shoppers shoppers = new Shoppers(program, client);
            Site site = new Site(
                    client, shoppers, shoppers.logIn(Shoppers.ADMIN), mysql, new RedisPeek(servers.redisUri()));
            People people = site.meet();
            site.hideAndRestoreANote(people);
            site.hideAndRestoreAComment(people);
            site.ban(people);
            site.erase(people);
        }
    }

    /** Those who take part, by their tokens; the reader follows the author, and each comments on and likes the other's note. */
    private record People(
            String author, String reader, long authorId, String note, String readersNote, String comment) {}

    private record Site(Client client, Shoppers shoppers, String admin, MySqlPeek mysql, RedisPeek redis) {
        People meet() throws Exception {
            String author = shoppers.logIn(AUTHOR);
            String reader = shoppers.logIn(READER);
            long id = client.get("/user/me", author).object().getLong("id");
            done(client.put("/follow/" + id + "/true", reader, null));
            long readerId = client.get("/user/me", reader).object().getLong("id");
            done(client.put("/follow/" + readerId + "/true", author, null));
            String note = publish(author);
            String readersNote = publish(reader);
            String comment = act(reader, note);
            var _ = act(author, readersNote);
            return new People(author, reader, id, note, readersNote, comment);
        }

        private String publish(String token) {
            return data(client.post("/blog", token, object("shopId", 1, "title", "title", "content", "content")));
        }

        private String act(String token, String note) {
            done(client.put("/blog/like/" + note, token, null));
            return data(client.post("/blog-comments", token, object("blogId", note, "content", "well")));
        }

        private static void done(Answer answer) {
            assertTrue(answer.success(), answer::toString);
        }

        private static String data(Answer answer) {
            done(answer);
            return answer.data();
        }

        private void decide(String thing) {
            done(client.post("/admin/" + thing, admin, object("reason", "as reported")));
        }

        private boolean isInFeed(People people) {
            return contains(client.get("/blog/of/follow", people.reader).body().getJsonObject("data"), people.note);
        }

        private boolean isHot(People people) {
            JsonObject page = new JsonObject()
                    .put("list", client.get("/blog/hot?current=1", null).body().getJsonArray("data"));
            return contains(page, people.note);
        }

        private static boolean contains(@Nullable JsonObject page, String note) {
            return page != null
                    && page.getJsonArray("list", new JsonArray()).stream()
                            .anyMatch(one -> note.equals(String.valueOf(((JsonObject) one).getValue("id"))));
        }

        void hideAndRestoreANote(People people) {
            assertTrue(isInFeed(people));
            done(client.post("/blog/" + people.note + "/report", people.reader, object("reason", "an insult")));
            decide("blogs/" + people.note + "/hide");
            assertEquals(
                    "NOTE_NOT_FOUND", client.get("/blog/" + people.note, null).code());
            assertFalse(isInFeed(people));
            assertEquals(
                    0,
                    client.get("/blog/of/follow/unread", people.reader).body().getInteger("data"));
            Eventually.holds("it leaves the hot list", () -> !isHot(people));
            redis.tell(Command.FLUSHALL);
            assertFalse(isInFeed(people), "an inbox is loaded without it");

            decide("blogs/" + people.note + "/restore");
            JsonObject note = client.get("/blog/" + people.note, people.reader).object();
            assertEquals(1, note.getInteger("liked"));
            assertEquals(1, note.getInteger("comments"));
            assertTrue(note.getBoolean("isLike"));
            Eventually.holds("it is in the feed again", () -> isInFeed(people));
            Eventually.holds(
                    "its fan-out has ended",
                    () -> mysql.number("SELECT COUNT(*) FROM feed_outbox WHERE note_id = ?", people.note) == 0);
            assertTrue(isInFeed(people));
            Eventually.holds(
                    "its likes are counted again",
                    () -> mysql.number("SELECT COUNT(*) FROM note_like_count WHERE progress > 0") == 0);
        }

        void hideAndRestoreAComment(People people) {
            decide("comments/" + people.comment + "/hide");
            assertEquals(0, client.get("/blog/" + people.note, null).object().getInteger("comments"));
            assertEquals(
                    new JsonArray(),
                    client.get("/blog-comments?blogId=" + people.note, null)
                            .body()
                            .getJsonArray("data"));
            decide("comments/" + people.comment + "/restore");
            assertEquals(1, client.get("/blog/" + people.note, null).object().getInteger("comments"));
        }

        void ban(People people) {
            done(client.post("/voucher-order", people.author, object("voucherId", 3)));
            decide("users/" + people.authorId + "/ban");
            assertEquals("LOGIN_REQUIRED", client.get("/user/me", people.author).code());
            assertEquals(
                    0,
                    mysql.number(
                            "SELECT COUNT(*) FROM user_session WHERE user_id = ? AND ended_at IS NULL",
                            people.authorId));
            redis.tell(Command.FLUSHALL);
            assertEquals(
                    "USER_BANNED",
                    client.post("/user/code?phone=" + AUTHOR, null, null).code());
            assertEquals(1, orders(people));
            decide("users/" + people.authorId + "/lift");
        }

        private long orders(People people) {
            return mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE user_id = ?", people.authorId);
        }

        void erase(People people) throws Exception {
            redis.tell(Command.FLUSHALL);
            String author = shoppers.logIn(AUTHOR);
            assertTrue(client.get("/user/" + people.authorId, people.reader)
                    .object()
                    .getString("nickName")
                    .startsWith("user_"));
            decide("users/" + people.authorId + "/erase");
            assertEquals("LOGIN_REQUIRED", client.get("/user/me", author).code());
            assertEquals(
                    "",
                    client.get("/user/" + people.authorId, people.reader)
                            .object()
                            .getString("nickName"));
            Eventually.holds(
                    "the notes are gone",
                    () -> client.get("/blog/" + people.note, null).code().equals("NOTE_NOT_FOUND"));
            Eventually.holds(
                    "likes, comments and follows are gone",
                    () -> mysql.number("SELECT COUNT(*) FROM note_like WHERE user_id = ?", people.authorId)
                                    + mysql.number(
                                            "SELECT COUNT(*) FROM tb_blog_comments WHERE user_id = ?", people.authorId)
                                    + mysql.number(
                                            "SELECT COUNT(*) FROM tb_follow WHERE user_id = ? OR follow_user_id = ?",
                                            people.authorId,
                                            people.authorId)
                            == 0);
            JsonObject others = client.get("/blog/" + people.readersNote, null).object();
            assertEquals(0, others.getInteger("liked"));
            assertEquals(0, others.getInteger("comments"));
            assertFalse(isInFeed(people));
            assertEquals(1, orders(people));
            assertEquals(0, mysql.number("SELECT COUNT(*) FROM tb_user WHERE phone = ?", AUTHOR));
            redis.tell(Command.FLUSHALL);
            assertNotEquals(
                    people.authorId,
                    client.get("/user/me", shoppers.logIn(AUTHOR)).object().getLong("id"));
        }
    }
}
