package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.redis.link.LinkSettings;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.lock.Ears;
import io.nightmarket.redis.lock.RedisLeases;
import io.nightmarket.redis.lock.Share;
import io.vertx.core.Vertx;
import java.util.Random;
import java.util.UUID;

/** What one node has of the locks: a link to Redis and ears of its own. */
final class LockNode implements AutoCloseable {
    private final RedisLink link;
    private final Ears ears;

    LockNode(Vertx vertx, LinkSettings settings) {
        this(vertx, settings, settings);
    }

    /** @param hearing where the subscription connects to */
    LockNode(Vertx vertx, LinkSettings settings, LinkSettings hearing) {
        this.link = await(RedisLink.open(vertx, settings, new Random(1)));
        this.ears = new Ears(vertx, vertx.getOrCreateContext(), hearing, new Random(2), link);
    }

    RedisLink link() {
        return link;
    }

    LeaseStore leases(Share share) {
        return new RedisLeases(link, ears, share);
    }

    LeasedLock lock() {
        return new LeasedLock(
                leases(Share.LOCK),
                new RealTimers(),
                new Random(3),
                UUID.randomUUID().toString());
    }

    @Override
    public void close() {
        await(ears.close());
        await(link.close());
    }
}
