package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.FollowSetsContract;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows.VersionChange;
import io.nightmarket.redis.follow.RedisFollowSets;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisFollowSetsIT extends FollowSetsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final FollowSets sets = new RedisFollowSets(REDIS.link(), new Random(1));

    @Override
    protected FollowSets sets() {
        return sets;
    }

    @Test
    void aChangeKeepsTheExpiry() {
        UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
        load(new Version(user, 1), List.of());
        await(sets.change(user, new VersionChange(1, 2), new UserId(7), true));

        Request ttl = Request.cmd(Command.PTTL).arg(RedisKeys.follows(user));
        long left = await(REDIS.link().send(ttl)).number();
        assertTrue(left > 0 && left <= Duration.ofMinutes(66).toMillis(), () -> left + " ms");
    }
}
