package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.lock.LockChannel;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLeases;
import io.nightmarket.redis.lock.RedisPermits;
import io.vertx.core.Vertx;
import java.util.Random;
import java.util.UUID;

/** What one node has of the locks: a link to Redis and a channel of its own. */
final class LockNode implements AutoCloseable {
    private final RedisLink link;
    private final LockChannel lockChannel;

    LockNode(Vertx vertx, RedisConfig settings) {
        this(vertx, settings, settings);
    }

    /** @param subscribing the settings of the connection that subscribes */
    LockNode(Vertx vertx, RedisConfig settings, RedisConfig subscribing) {
        this.link = await(RedisLink.open(vertx, vertx.getOrCreateContext(), settings, new Random(1)));
        this.lockChannel = new LockChannel(vertx, vertx.getOrCreateContext(), subscribing, new Random(2));
    }

    RedisLink link() {
        return link;
    }

    LeaseStore leases(LockMode mode) {
        return new RedisLeases(link, lockChannel, mode);
    }

    PermitStore permits(int total) {
        return new RedisPermits(link, lockChannel, total);
    }

    LeasedLock lock() {
        return new LeasedLock(
                leases(LockMode.LOCK),
                new RealTimers(),
                new Random(3),
                UUID.randomUUID().toString());
    }

    @Override
    public void close() {
        await(lockChannel.close());
        await(link.close());
    }
}
