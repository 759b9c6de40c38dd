package io.nightmarket.redis;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.redis.lock.RedisDistributedLock;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisDistributedLockIT extends DistributedLockContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    @Override
    protected DistributedLock lock() {
        return new RedisDistributedLock(REDIS.link());
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }
}
