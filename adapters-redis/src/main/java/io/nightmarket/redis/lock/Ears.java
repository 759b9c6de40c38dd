package io.nightmarket.redis.lock;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.LeaseStore.Listening;
import io.nightmarket.domain.lock.LeaseStore.News;
import io.nightmarket.redis.link.LinkSettings;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All who wait for locks on one node: they hear the channel of the node, by one subscription. */
public final class Ears {
    private static final Logger LOG = LoggerFactory.getLogger(Ears.class);
    private static final LuaScript DECLINE = LuaScript.load("decline-lease-3");

    private final Map<String, News> open = new ConcurrentHashMap<>();
    private final String channel = RedisKeys.lockChannel(UUID.randomUUID().toString());
    private final RedisLink link;
    private final Subscription subscription;

    /** The subscription will live on the event loop of {@code context}; calls that come too late are declined by {@code link}. */
    public Ears(Vertx vertx, Context context, LinkSettings settings, RandomGenerator random, RedisLink link) {
        this.link = link;
        this.subscription = new Subscription(vertx, context, settings, random, channel, new Subscription.Listener() {
            @Override
            public void hear(String message) {
                Ears.this.hear(message);
            }

            @Override
            public void missed() {
                open.values().forEach(news -> news.askAgain(Duration.ZERO));
            }
        });
    }

    String channel() {
        return channel;
    }

    CompletionStage<Listening> listen(String holder, News news) {
        open.put(holder, news);
        return subscription.open().<Listening>thenApply(_ -> ear(holder, news)).whenComplete((_, failure) -> {
            if (failure != null) {
                open.remove(holder, news);
            }
        });
    }

    private Listening ear(String holder, News news) {
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                open.remove(holder, news);
                subscription.close();
            }
        };
    }

    private void hear(String message) {
        Call call;
        try {
            call = Call.parse(message);
        } catch (DomainFailure e) {
            LOG.warn("{}", e.getMessage());
            return;
        }
        News news = open.get(call.holder());
        if (news != null) {
            news.askAgain(call.askAgainIn());
        } else if (call.isReservation()) {
            decline(call);
        }
    }

    /** Nobody waits any more for what was reserved; what fails here ends by itself. */
    private void decline(Call call) {
        List<String> arguments = List.of(call.holder(), Integer.toString(call.units()), call.name());
        var _ = link.run(DECLINE, RedisLeases.keys(call.name()), arguments).whenComplete((_, failure) -> {
            if (failure != null) {
                LOG.debug("A reservation stays to its end", failure);
            }
        });
    }

    /** Ends the subscription for good. */
    public CompletionStage<Void> close() {
        return subscription.end();
    }
}
