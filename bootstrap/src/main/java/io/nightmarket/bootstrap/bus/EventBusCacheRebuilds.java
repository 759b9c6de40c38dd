package io.nightmarket.bootstrap.bus;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.cache.CacheRebuilds;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Asks for rebuilds over the event bus. A stale entry that thousands read in a second is asked for once a second, not
 * thousands of times.
 */
public final class EventBusCacheRebuilds<K> implements CacheRebuilds<K> {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MAX_REMEMBERED = 10_000;

    private final EventBus bus;
    private final Function<K, BusMessage> message;
    private final ConcurrentMap<K, Boolean> asked = Caffeine.newBuilder()
            .expireAfterWrite(PAUSE)
            .maximumSize(MAX_REMEMBERED)
            .<K, Boolean>build()
            .asMap();

    public EventBusCacheRebuilds(EventBus bus, Function<K, BusMessage> message) {
        this.bus = bus;
        this.message = message;
    }

    @Override
    public void request(K key) {
        if (asked.putIfAbsent(key, true) == null) {
            BusMessage body = message.apply(key);
            bus.send(body.address(), body);
        }
    }
}
