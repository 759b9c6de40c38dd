package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authors publish at one node, and readers' unread counts follow at the other. */
@Tag("cluster")
final class ClusterUnreadIT {
    private static final String PATH = "/blog/of/follow/unread/events";

    /** Without messages each number but the first would come after a minute. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> environment = new HashMap<>(ClusterSettings.unique());

    @Test
    void theCountFollowsWhatIsPublishedAndSeenAtAnotherNode() throws Exception {
        environment.put("NIGHTMARKET_PEOPLE_PUSHED_FOLLOWERS", "1");
        try (Program first = node();
                Client atFirst = new Client(first.address());
                Program second = node()) {
            List<String> tokens = new Shoppers(first, atFirst).logIn(4, 15_300_002_000L);
            String reader = tokens.get(0);
            String pushed = tokens.get(1);
            String pulled = tokens.get(2);
            follow(atFirst, reader, pushed);
            follow(atFirst, reader, pulled);
            follow(atFirst, tokens.get(3), pulled);
            try (EventLines stream = EventLines.of(second, PATH, reader, "")) {
                stream.awaitsNewest(TIMEOUT, "{\"unread\":0}");
                publish(atFirst, pushed);
                stream.awaitsNewest(TIMEOUT, "{\"unread\":1}");
                publish(atFirst, pushed);
                stream.awaitsNewest(TIMEOUT, "{\"unread\":2}");
                publish(atFirst, pulled);
                stream.awaitsNewest(TIMEOUT, "{\"unread\":3}");
                done(atFirst.get("/blog/of/follow", reader));
                stream.awaitsNewest(TIMEOUT, "{\"unread\":0}");
            }
        }
    }

    private Program node() {
        return Program.start(environment, "--cluster", "--data", data.toString());
    }

    private static void follow(Client client, String reader, String author) {
        long id = client.get("/user/me", author).object().getLong("id");
        done(client.put("/follow/" + id + "/true", reader, null));
    }

    private static void publish(Client client, String author) {
        JsonObject note = object("shopId", 1, "title", "title", "content", "c");
        done(client.post("/blog", author, note));
    }

    private static void done(Client.Answer answer) {
        assertTrue(answer.success(), answer::toString);
    }
}
