package io.nightmarket.redis;

import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.redis.id.RedisIdSegments;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisIdSegmentsIT extends IdSegmentsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Override
    protected IdSegments segments() {
        return new RedisIdSegments(REDIS.link());
    }
}
