package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.CacheInvalidated;
import io.nightmarket.bootstrap.bus.BusMessage.CacheLoaded;
import io.nightmarket.bootstrap.bus.BusMessage.CacheRebuild;
import io.nightmarket.domain.cache.CacheRebuilds;
import io.nightmarket.domain.cache.InvalidationBus;
import io.nightmarket.domain.cache.MessageSequence;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The messages between nodes about one cache, over the event bus. */
public final class EventBusInvalidations<K> implements InvalidationBus<K>, CacheRebuilds<K> {
    /** The interval at which a node repeats its last number. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private static final Duration SILENCE = HEARTBEAT.multipliedBy(4);

    private static final DeliveryOptions ALL_NODES = new DeliveryOptions();

    private final EventBus bus;
    private final DeliveryOptions reach;
    private final String cache;
    private final String node;
    private final Function<K, String> text;
    private final Function<String, K> key;
    private final MessageSequence sequence;
    private volatile Listener<K> listener = none();
    private long published;

    /**
     * @param shared whether the nodes share the cache; if not, its messages stay on this node
     * @param cache its name
     * @param node the name of this node since its start
     * @param text writes a key as the text that {@code key} reads
     */
    public EventBusInvalidations(
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
        this.sequence = new MessageSequence(SILENCE, nanoTime);
    }

    @Override
    public void invalidated(K invalidated) {
        // This node drops its copy before the writer of the change may read.
        listener.onInvalidated(invalidated);
        String key = text.apply(invalidated);
        publishNumbered(() -> new CacheInvalidated(cache, node, ++published, key), reach);
    }

    /**
     * Invalidates all keys on every node, also of a cache that the nodes do not share. A node that misses the message
     * detects the gap by the next heartbeat; a cache that the nodes do not share has none.
     */
    public void cleared() {
        listener.onAllInvalidated();
        publishNumbered(() -> new CacheInvalidated(cache, node, ++published, null), ALL_NODES);
    }

    /** Numbers leave in their order. */
    private synchronized void publishNumbered(Supplier<CacheInvalidated> next, DeliveryOptions reach) {
        bus.publish(CacheInvalidated.addressOf(cache), next.get(), reach);
    }

    @Override
    public void loaded(K loaded) {
        bus.publish(CacheLoaded.addressOf(cache), new CacheLoaded(cache, text.apply(loaded)), reach);
    }

    @Override
    public void request(K stale, long seen) {
        bus.send(CacheRebuild.addressOf(cache), new CacheRebuild(cache, text.apply(stale), seen), reach);
    }

    /** Passes messages to the listener, and that all keys are invalidated when messages may have been missed. */
    public Future<?> subscribe(Listener<K> subscriber) {
        listener = subscriber;
        return Future.all(
                bus.<CacheInvalidated>consumer(CacheInvalidated.addressOf(cache), message -> receive(message.body()))
                        .completion(),
                bus.<CacheLoaded>consumer(
                                CacheLoaded.addressOf(cache),
                                message -> listener.onLoaded(
                                        key.apply(message.body().key())))
                        .completion());
    }

    private void receive(CacheInvalidated message) {
        if (message.node().equals(node)) {
            return;
        }
        String changed = message.key();
        boolean complete = changed == null
                ? sequence.isCurrent(message.node(), message.number())
                : sequence.isNext(message.node(), message.number());
        if (!complete) {
            listener.onAllInvalidated();
        }
        if (changed != null) {
            listener.onInvalidated(key.apply(changed));
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

    /** Lets other nodes detect missed messages, and detects nodes that fell silent; called once in a {@link #HEARTBEAT}. */
    public void heartbeat() {
        if (reach.isLocalOnly()) {
            // No other node has what this one has.
            return;
        }
        publishNumbered(() -> new CacheInvalidated(cache, node, published, null), reach);
        if (sequence.removeSilent()) {
            listener.onAllInvalidated();
        }
    }

    /** Until there is a subscriber. */
    private static <K> Listener<K> none() {
        return new Listener<>() {
            @Override
            public void onInvalidated(K key) {}

            @Override
            public void onAllInvalidated() {}

            @Override
            public void onLoaded(K key) {}
        };
    }
}
