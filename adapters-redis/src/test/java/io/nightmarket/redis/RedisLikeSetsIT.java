package io.nightmarket.redis;

import io.nightmarket.domain.contract.LikeSetsContract;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.redis.note.RedisLikeSets;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLikeSetsIT extends LikeSetsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final LikeSets sets = new RedisLikeSets(REDIS.link(), new Random(1));

    @Override
    protected LikeSets sets() {
        return sets;
    }
}
