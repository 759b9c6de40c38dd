package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows, check-ins, profiles, visitors and passwords on a node whose Redis is emptied. */
@Tag("features")
final class PeopleIT extends OneNode {
    private static final long FIRST_PHONE = 15_700_000_000L;

    private List<String> tokens = List.of();

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        start(data, Map.of());
        tokens = shoppers.logIn(4, FIRST_PHONE);
    }

    private long idOf(String token) {
        return client.get("/user/me", token).object().getLong("id");
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
        JsonObject yesterday = object("date", today.minusDays(1).toString());
        done(client.post("/user/sign/make-up", alice, yesterday));
        for (int i = 0; i < 3; i++) {
            assertEquals(List.of(carol), ids(client.get(common, alice)));
            assertEquals("2", client.get("/user/sign/count", alice).data());
            assertEquals("1", client.get("/user/sign/count", bob).data());
            assertEquals("true", client.get("/follow/or/not/" + carol, alice).data());
            redis.tell(Command.FLUSHALL);
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
