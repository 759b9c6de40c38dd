package io.nightmarket.redis;

import io.nightmarket.domain.contract.DistributedLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLockTable;
import io.nightmarket.testkit.TestServers;
import io.vertx.redis.client.Command;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisLeasesIT extends DistributedLockContract {
    @RegisterExtension
    static final RedisFixture REDIS = new RedisFixture();

    @AutoClose
    private final LockNode other = new LockNode(REDIS.vertx(), RedisFixture.settings(TestServers.redisUri()));

    @Override
    protected LeaseStore store() {
        return REDIS.leases(LockMode.LOCK);
    }

    @Override
    protected LeaseStore storeOfAnotherNode() {
        return other.leases(LockMode.LOCK);
    }

    @Override
    protected LockTable table() {
        return new RedisLockTable(other.link());
    }

    @Override
    protected boolean isForgotten(String lock) {
        String name = LockMode.LOCK.kind() + ':' + lock;
        return REDIS.redis(Command.EXISTS, RedisKeys.lock(name), RedisKeys.lockQueue(name))
                        .number()
                == 0;
    }
}
