package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes, likes, comments and pictures on a node with its servers, one of which is emptied. */
@Tag("features")
final class NotesIT {
    private static final long FIRST_PHONE = 15_500_000_000L;
    private static final int USERS = 12;

    @Test
    void notesAreLikedExactlyAlsoWhenRedisIsEmptied(@TempDir(factory = PreparedFolder.class) Path data)
            throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program program = Program.start(Map.of(), "--data", data.toString());
                Client client = new Client(program.address());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            RedisPeek redis = new RedisPeek(servers.redisUri());
            List<String> users = new Shoppers(program, client).logIn(USERS, FIRST_PHONE);
            Page page = new Page(client, users, publish(client, users.getFirst()));
            page.likeAll();
            page.holds(USERS);
            page.like(users.getFirst());
            page.holds(USERS - 1);
            redis.tell(Command.FLUSHALL);
            page.holds(USERS - 1);
            page.like(users.getLast());
            page.holds(USERS - 2);

            Eventually.holds(
                    "the total follows",
                    () -> mysql.number("SELECT liked FROM tb_blog WHERE id = ?", page.note) == USERS - 2);
            Eventually.holds(
                    "all is compared",
                    () -> mysql.number("SELECT COUNT(*) FROM note_like_count WHERE progress > 0") == 0);
            assertEquals(USERS - 2, mysql.number("SELECT COUNT(*) FROM note_like WHERE note_id = ?", page.note));
            page.missALike(mysql);
            page.comment();
            page.delete();
            Eventually.holds(
                    "what belonged to it is deleted",
                    () -> mysql.number("SELECT COUNT(*) FROM note_like WHERE note_id = ?", page.note)
                                    + mysql.number("SELECT COUNT(*) FROM tb_blog_comments WHERE blog_id = ?", page.note)
                            == 0);
        }
    }

    private static String publish(Client client, String token) {
        Answer published = client.post(
                "/blog", token, object("shopId", 1, "title", "<i>title</i>", "content", "a<script>b</script>c"));
        assertTrue(published.success(), published::toString);
        return published.data();
    }

    /** The page of a note. */
    private record Page(Client client, List<String> users, String note) {
        void like(String token) {
            assertTrue(client.put("/blog/like/" + note, token, null).success());
        }

        void likeAll() {
            List<Future<Answer>> likes = users.stream()
                    .map(token -> client.send(HttpMethod.PUT, "/blog/like/" + note, token, null))
                    .toList();
            likes.forEach(like -> assertTrue(Client.await(like).success()));
        }

        /** In the first read, and in the next one. */
        void holds(int likes) {
            for (int i = 0; i < 2; i++) {
                JsonObject found = client.get("/blog/" + note, null).object();
                assertEquals(likes, found.getInteger("liked"));
                assertFalse(found.getBoolean("isLike"));
                assertEquals("<i>title</i>", found.getString("title"));
                assertEquals("ac", found.getString("content"));
                assertTrue(client.get("/blog/" + note, users.get(1)).object().getBoolean("isLike"));
            }
            JsonArray likers = client.get("/blog/likes/" + note, null).body().getJsonArray("data");
            assertEquals(5, likers.size());
            JsonObject hot = client.get("/blog/hot?current=1", null)
                    .body()
                    .getJsonArray("data")
                    .getJsonObject(0);
            assertEquals(likes, hot.getInteger("liked"));
            assertTrue(hot.getString("name").startsWith("user_"));
        }

        /** As if the node had died between commit and put. */
        void missALike(MySqlPeek mysql) {
            int before = client.get("/blog/" + note, null).object().getInteger("liked");
            mysql.write("INSERT INTO note_like (note_id, user_id) VALUES (?, 16000000)", note);
            mysql.write(
                    "UPDATE note_like_count SET likes = likes + 1, version = version + 1, progress = 2"
                            + " WHERE note_id = ? AND part = 0",
                    note);
            Eventually.holds(
                    "the comparison finds it",
                    () -> client.get("/blog/" + note, null).object().getInteger("liked") == before + 1);
        }

        void comment() {
            Answer parent = client.post("/blog-comments", users.get(2), object("blogId", note, "content", "well"));
            Answer reply = client.post(
                    "/blog-comments",
                    users.get(3),
                    object("blogId", note, "parentId", parent.data(), "content", "indeed"));
            assertTrue(reply.success(), reply::toString);
            assertEquals(2, client.get("/blog/" + note, null).object().getInteger("comments"));
            assertTrue(
                    Client.await(client.send(HttpMethod.DELETE, "/blog-comments/" + parent.data(), users.get(2), null))
                            .success());
            Eventually.holds(
                    "its replies are gone",
                    () -> client.get("/blog/" + note, null).object().getInteger("comments") == 0);
        }

        void delete() {
            var _ = client.post("/blog-comments", users.get(2), object("blogId", note, "content", "x"));
            assertTrue(Client.await(client.send(HttpMethod.DELETE, "/blog/" + note, users.getFirst(), null))
                    .success());
            assertEquals("NOTE_NOT_FOUND", client.get("/blog/" + note, null).code());
            assertEquals(
                    "NOTE_NOT_FOUND",
                    client.put("/blog/like/" + note, users.get(1), null).code());
        }
    }
}
