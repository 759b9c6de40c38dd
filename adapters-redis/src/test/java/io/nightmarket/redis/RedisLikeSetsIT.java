package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.LikeSetsContract;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.LikeSets.Known;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.note.RedisLikeSets;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLikeSetsIT extends LikeSetsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final LikeSets sets = new RedisLikeSets(REDIS.link(), new Random(1));

    @Test
    void aSetOfAnEarlierFormIsLoadedAgain() {
        NoteId note = new NoteId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
        Request earlier = Request.cmd(Command.ZADD).arg(RedisKeys.noteLikes(note));
        for (String member : List.of("loaded", "before", "0000000000000000016")) {
            earlier.arg(1).arg(member);
        }
        assertEquals(3, await(REDIS.link().send(earlier)).number());
        assertEquals(Map.of(note, new Known.NotLoaded()), await(sets.read(Map.of(note, Set.of()))));
        assertTrue(await(sets.beginLoad(note, "load")));
    }

    @Override
    protected LikeSets sets() {
        return sets;
    }
}
