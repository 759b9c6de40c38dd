package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.CacheChanged;
import io.nightmarket.bootstrap.bus.BusMessage.CacheFilled;
import io.nightmarket.bootstrap.bus.BusMessage.CacheRebuild;
import io.nightmarket.domain.cache.CacheNews;
import io.nightmarket.domain.cache.CacheRebuilds;
import io.nightmarket.domain.cache.NewsSequence;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What nodes tell each other of one cache, over the event bus. */
public final class EventBusCacheNews<K> implements CacheNews<K>, CacheRebuilds<K> {
    /** How often a node repeats its last number. */
    public static final Duration PULSE = Duration.ofSeconds(1);

    private static final Duration SILENCE = PULSE.multipliedBy(4);

    private static final DeliveryOptions ALL_NODES = new DeliveryOptions();

    private final EventBus bus;
    private final DeliveryOptions reach;
    private final String cache;
    private final String node;
    private final Function<K, String> text;
    private final Function<String, K> key;
    private final NewsSequence heard;
    private volatile Listener<K> here = none();
    private long published;

    /**
     * @param shared whether the nodes share the cache; if not, word of it stays on this node
     * @param cache its name
     * @param node the name of this node, of this run of it
     * @param text of a key, which {@code key} reads
     */
    public EventBusCacheNews(
            EventBus bus,
            boolean shared,
            String cache,
            String node,
            Function<K, String> text,
            Function<String, K> key,
            LongSupplier nanoTime) {
        this.bus = bus;
        this.reach = new DeliveryOptions().setLocalOnly(!shared);
        this.cache = cache;
        this.node = node;
        this.text = text;
        this.key = key;
        this.heard = new NewsSequence(SILENCE, nanoTime);
    }

    @Override
    public void changed(K changed) {
        // This node is notified before the writer of the change may read.
        here.forget(changed);
        String key = text.apply(changed);
        publishNumbered(() -> new CacheChanged(cache, node, ++published, key), reach);
    }

    /**
     * Has every node forget all keys, also of a cache that the nodes do not share. The message leaves a number out, so a node
     * that misses it detects the gap by the next pulse; a cache that the nodes do not share has none.
     */
    public void cleared() {
        here.forgetAll();
        publishNumbered(() -> new CacheChanged(cache, node, ++published, null), ALL_NODES);
    }

    /** Numbers leave in their order. */
    private synchronized void publishNumbered(Supplier<CacheChanged> news, DeliveryOptions reach) {
        CacheChanged message = news.get();
        bus.publish(message.address(), message, reach);
    }

    @Override
    public void filled(K filled) {
        CacheFilled message = new CacheFilled(cache, text.apply(filled));
        bus.publish(message.address(), message, reach);
    }

    @Override
    public void request(K stale, long seen) {
        CacheRebuild message = new CacheRebuild(cache, text.apply(stale), seen);
        bus.send(message.address(), message, reach);
    }

    /** Passes what nodes tell to the listener, and to forget everything when something may have been missed. */
    public Future<?> listen(Listener<K> listener) {
        here = listener;
        return Future.all(
                bus.<CacheChanged>consumer(CacheChanged.addressOf(cache), message -> hear(message.body()))
                        .completion(),
                bus.<CacheFilled>consumer(
                                CacheFilled.addressOf(cache),
                                message -> here.filled(key.apply(message.body().key())))
                        .completion());
    }

    private void hear(CacheChanged news) {
        if (news.node().equals(node)) {
            return;
        }
        String changed = news.key();
        boolean complete =
                changed == null ? heard.repeats(news.node(), news.number()) : heard.follows(news.node(), news.number());
        if (!complete) {
            here.forgetAll();
        }
        if (changed != null) {
            here.forget(key.apply(changed));
        }
    }

    /** Takes requests to rebuild. */
    public Future<Void> serve(BiConsumer<K, Long> rebuild) {
        return bus.<CacheRebuild>consumer(
                        CacheRebuild.addressOf(cache),
                        message -> rebuild.accept(
                                key.apply(message.body().key()), message.body().seen()))
                .completion();
    }

    /** To be called once in a {@link #PULSE}: lets others know whether they missed something, and finds out about this node. */
    public void pulse() {
        if (reach.isLocalOnly()) {
            // No other node has what this one has.
            return;
        }
        publishNumbered(() -> new CacheChanged(cache, node, published, null), reach);
        if (heard.forgetSilent()) {
            here.forgetAll();
        }
    }

    /** Nothing listens yet. */
    private static <K> Listener<K> none() {
        return new Listener<>() {
            @Override
            public void forget(K key) {}

            @Override
            public void forgetAll() {}

            @Override
            public void filled(K key) {}
        };
    }
}
