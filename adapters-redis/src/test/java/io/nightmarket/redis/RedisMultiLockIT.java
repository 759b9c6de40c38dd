package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.lock.MultiLock;
import io.nightmarket.domain.lock.MultiLockHandle;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several keys held as one on two servers of Redis. */
final class RedisMultiLockIT extends MultiLockContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration LEASE = Duration.ofSeconds(1);

    @AutoClose
    private static final OwnServer SPARE = OwnServer.redis(Path.of("target", "spare-redis", "multi-lock"));

    @AutoClose
    private final LockNode one = new LockNode(REDIS.vertx(), RedisFixture.settings(TestServers.redisUri()));

    @AutoClose
    private final LockNode other = new LockNode(REDIS.vertx(), RedisFixture.settings(SPARE.uri()));

    @Override
    protected LeaseStore one() {
        return one.leases(LockMode.LOCK);
    }

    @Override
    protected LeaseStore other() {
        return other.leases(LockMode.LOCK);
    }

    @Test
    void oneOfTwoServersIsKilled() throws IOException {
        String key = "killed:" + UUID.randomUUID();
        DistributedLock onOne = one.lock();
        DistributedLock onOther = other.lock();
        MultiLock both = new MultiLock(
                new RealTimers(), List.of(new MultiLock.Part("1", onOne, key), new MultiLock.Part("2", onOther, key)));
        MultiLockHandle held = await(both.tryAcquire(LockOptions.watched(LEASE, LockOptions.MAX_WAIT_TIMEOUT)))
                .orElseThrow();

        SPARE.kill();
        try {
            await(held.lost());
            Stages.eventually(Stages::pause, () -> isFree(onOne, key));
            Throwable failure = failureOf(both.tryAcquire(LockOptions.DEFAULT));
            assertTrue(failure instanceof Unavailable || failure instanceof TimedOut, failure.toString());
            assertTrue(isFree(onOne, key), "what was taken first is given back");
        } finally {
            SPARE.startAgain();
        }

        Stages.eventually(Stages::pause, () -> {
            try {
                return await(both.withLease(LockOptions.DEFAULT, _ -> CompletableFuture.completedStage(true)))
                        .isPresent();
            } catch (DomainFailure e) {
                return false;
            }
        });
    }

    private static boolean isFree(DistributedLock lock, String key) {
        return await(lock.withLease(key, LockOptions.DEFAULT, _ -> CompletableFuture.completedStage(true)))
                .isPresent();
    }
}
