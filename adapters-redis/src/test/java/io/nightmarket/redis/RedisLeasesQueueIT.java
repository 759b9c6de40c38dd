package io.nightmarket.redis;

import io.nightmarket.domain.contract.LockQueueContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.testkit.TestServers;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLeasesQueueIT extends LockQueueContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final LockNode other = new LockNode(REDIS.vertx(), RedisFixture.settings(TestServers.redisUri()));

    @Override
    protected void closeNodes() {
        other.close();
    }

    private List<? extends LeaseStore> onBoth(LockMode mode) {
        return List.of(REDIS.leases(mode), other.leases(mode));
    }

    @Override
    protected List<? extends LeaseStore> locks() {
        return onBoth(LockMode.LOCK);
    }

    @Override
    protected List<? extends LeaseStore> readers() {
        return onBoth(LockMode.READ);
    }

    @Override
    protected List<? extends LeaseStore> writers() {
        return onBoth(LockMode.WRITE);
    }

    @Override
    protected List<? extends PermitStore> permits(int total) {
        return List.of(REDIS.permits(total), other.permits(total));
    }
}
