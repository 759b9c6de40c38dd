package io.nightmarket.redis;

import io.nightmarket.domain.contract.LockLineContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.redis.lock.Share;
import io.nightmarket.testkit.TestServers;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLeasesLineIT extends LockLineContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final LockNode other = new LockNode(REDIS.vertx(), RedisFixture.settings(TestServers.redisUri()));

    @Override
    protected void closeNodes() {
        other.close();
    }

    private List<? extends LeaseStore> onBoth(Share share) {
        return List.of(REDIS.leases(share), other.leases(share));
    }

    @Override
    protected List<? extends LeaseStore> locks() {
        return onBoth(Share.LOCK);
    }

    @Override
    protected List<? extends LeaseStore> readers() {
        return onBoth(Share.READ);
    }

    @Override
    protected List<? extends LeaseStore> writers() {
        return onBoth(Share.WRITE);
    }

    @Override
    protected List<? extends PermitStore> permits(int total) {
        return List.of(REDIS.permits(total), other.permits(total));
    }
}
