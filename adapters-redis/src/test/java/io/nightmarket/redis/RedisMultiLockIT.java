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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several keys held as one on two servers of Redis. */
final class RedisMultiLockIT extends MultiLockContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration LEASE = Duration.ofSeconds(1);

    private static @Nullable OwnServer spare;

    private final LockNode one = new LockNode(REDIS.vertx(), RedisFixture.settings(TestServers.redisUri()));
    private final LockNode other = new LockNode(REDIS.vertx(), RedisFixture.settings(spare().uri()));

    @BeforeAll
    static void startSecondServer() throws IOException {
        spare = OwnServer.redis(Path.of("target", "spare-redis", "multi-lock"));
    }

    @AfterAll
    static void stopSecondServer() {
        spare().close();
    }

    private static OwnServer spare() {
        if (spare == null) {
            throw new IllegalStateException("not started");
        }
        return spare;
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

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

        spare().kill();
        try {
            await(held.lost());
            Stages.eventually(Stages::pause, () -> isFree(onOne, key));
            Throwable failure = failureOf(both.tryAcquire(LockOptions.DEFAULT));
            assertTrue(failure instanceof Unavailable || failure instanceof TimedOut, failure.toString());
            assertTrue(isFree(onOne, key), "what was taken first is given back");
        } finally {
            spare().startAgain();
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
