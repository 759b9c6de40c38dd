package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Follows, check-ins, profiles, visitors and passwords on a node whose Redis is emptied. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
@Tag("features")
final class PeopleIT {
    private static final long FIRST_PHONE = 15_700_000_000L;

    private EmbeddedServers servers;
    private Program program;
    private Client client;
    private List<String> tokens;

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        servers = EmbeddedServers.start(data);
        program = Program.start(Map.of(), "--data", data.toString());
        client = new Client(program.address());
        tokens = new Shoppers(program, client).logIn(4, FIRST_PHONE);
    }

    @AfterAll
    void stop() throws Exception {
        client.close();
        assertEquals(143, program.terminate(), program::output);
        servers.close();
    }

    private long idOf(String token) {
        return client.get("/user/me", token).object().getLong("id");
    }

    private void emptyRedis() {
        new RedisPeek(servers.redisUri()).tell(Command.FLUSHALL);
    }

    private static void done(Answer answer) {
        assertTrue(answer.success(), answer::toString);
    }

    private static List<Long> ids(Answer answer) {
        return answer.body().getJsonArray("data").stream()
                .map(user -> ((JsonObject) user).getLong("id"))
                .toList();
    }

    @Test
    void followsAndCheckInsAreThoseOfTheDatabaseWhateverRedisLost() {
        String alice = tokens.get(0);
        String bob = tokens.get(1);
        long carol = idOf(tokens.get(2));
        long dave = idOf(tokens.get(3));
        String common = "/follow/common/" + idOf(bob);
        LocalDate today = LocalDate.now(ZoneId.of("Asia/Shanghai"));
        for (String token : List.of(alice, bob)) {
            done(client.put("/follow/" + carol + "/true", token, null));
            done(client.post("/user/sign", token, null));
        }
        JsonObject yesterday = new JsonObject().put("date", today.minusDays(1).toString());
        done(client.post("/user/sign/make-up", alice, yesterday));
        for (int i = 0; i < 3; i++) {
            assertEquals(List.of(carol), ids(client.get(common, alice)));
            assertEquals("2", client.get("/user/sign/count", alice).data());
            assertEquals("1", client.get("/user/sign/count", bob).data());
            assertEquals("true", client.get("/follow/or/not/" + carol, alice).data());
            emptyRedis();
        }
        for (String token : List.of(alice, bob)) {
            done(client.put("/follow/" + dave + "/true", token, null));
        }
        assertEquals(Stream.of(carol, dave).sorted().toList(), ids(client.get(common, alice)));
        done(client.put("/follow/" + carol + "/false", bob, null));
        assertEquals(List.of(dave), ids(client.get(common, alice)));
        assertEquals("false", client.get("/follow/or/not/" + carol, bob).data());
    }
}
