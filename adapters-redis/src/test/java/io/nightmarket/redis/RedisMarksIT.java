package io.nightmarket.redis;

import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.redis.node.RedisMarks;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisMarksIT extends MarksContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final Marks marks = new RedisMarks(REDIS.link());

    @Override
    protected Marks marks() {
        return marks;
    }
}
