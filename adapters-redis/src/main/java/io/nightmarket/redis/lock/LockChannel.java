package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.LeaseStore.Subscription;
import io.nightmarket.domain.lock.LeaseStore.WakeUp;
import io.nightmarket.domain.lock.LockWaiters;
import io.nightmarket.redis.RedisConfig;
import io.nightmarket.redis.link.ChannelSubscription;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel by which Redis reaches the waiters of one node, one subscription for all. Twice a second the first waiter of
 * each key asks again: that shows Redis that the node lives, and passes over waiters of other nodes that don't.
 */
public final class LockChannel {
    private static final Logger LOG = LoggerFactory.getLogger(LockChannel.class);

    /** A quarter of the time after which the scripts regard a channel as silent. */
    private static final long RETRY_INTERVAL_MILLIS = 500;

    private final LockWaiters waiters = new LockWaiters();
    private final String channel = RedisKeys.lockChannel(UUID.randomUUID().toString());
    private final Vertx vertx;
    private final ChannelSubscription subscription;
    private final long timer;

    /** The subscription will live on the event loop of {@code context}. */
    public LockChannel(Vertx vertx, Context context, RedisConfig config, RandomGenerator random) {
        this.vertx = vertx;
        this.subscription = new ChannelSubscription(vertx, context, config, random, channel, new Messages());
        this.timer = vertx.setPeriodic(
                RETRY_INTERVAL_MILLIS, _ -> waiters.retryFirstOfEachKey(Duration.ofMillis(RETRY_INTERVAL_MILLIS)));
    }

    String name() {
        return channel;
    }

    /** @param name the name of the key, with its kind */
    CompletionStage<Subscription> subscribe(String name, String holder, WakeUp wakeUp) {
        Subscription waiter = waiters.add(name, holder, wakeUp);
        return subscription.open().<Subscription>thenApply(_ -> closing(waiter)).whenComplete((_, failure) -> {
            if (failure != null) {
                waiter.close();
            }
        });
    }

    private Subscription closing(Subscription waiter) {
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                waiter.close();
                subscription.close();
            }
        };
    }

    /** Ends the subscription for good. */
    public CompletionStage<Void> close() {
        vertx.cancelTimer(timer);
        return subscription.end();
    }

    private final class Messages implements ChannelSubscription.Listener {
        /** A waiter that gave up before releases what is reserved for it. */
        @Override
        public void onMessage(String message) {
            String[] parts = message.split(" ", 2);
            if (parts.length < 2) {
                LOG.warn("Not a wake-up of a waiter, ignored: {}", message);
                return;
            }
            waiters.wake(parts[1], parts[0]);
        }

        @Override
        public void onGap() {
            waiters.wakeAll();
        }
    }
}
