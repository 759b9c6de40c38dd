package io.nightmarket.bootstrap.cache;

import io.nightmarket.bootstrap.bus.EventBusInvalidations;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.cache.InvalidationBus;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.ReadThrough;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One cache of this node, with all that belongs to it. */
public final class NodeCache<K, V> implements CacheInvalidator.Target, ManageCaches.Managed {
    private final Description description;
    private final KeyFormat<K> keys;
    private final Cache<K, V> store;
    private final ReadThrough<K, V> reader;
    private final EventBusInvalidations<K> bus;
    private final MissedWrites missed;

    /**
     * Name, settings and figures of a cache.
     *
     * @param shared with other nodes
     * @param retention no entry in the store gets older than this
     * @param nearSize by weight
     * @param breaker before the store
     */
    record Description(
            String name,
            CacheSettings settings,
            boolean shared,
            Duration retention,
            CacheMetrics metrics,
            LongSupplier nearSize,
            Supplier<Optional<BreakerState>> breaker) {}

    NodeCache(
            Description description,
            KeyFormat<K> keys,
            Cache<K, V> store,
            ReadThrough<K, V> reader,
            EventBusInvalidations<K> bus,
            MissedWrites missed) {
        this.description = description;
        this.keys = keys;
        this.store = store;
        this.reader = reader;
        this.bus = bus;
        this.missed = missed;
    }

    public ReadThrough<K, V> reader() {
        return reader;
    }

    /** Receives invalidations and rebuild requests from here on. */
    public Future<?> subscribe() {
        InvalidationBus.Listener<K> listener = description.shared() ? reader : new LocalStore();
        return Future.all(bus.subscribe(listener), bus.serve(this::rebuild));
    }

    /** For a store in this node's memory: when all keys are invalidated, those in the store are, too. */
    private final class LocalStore implements InvalidationBus.Listener<K> {
        @Override
        public void onInvalidated(K key) {
            reader.onInvalidated(key);
        }

        @Override
        public void onAllInvalidated() {
            var _ = missed.answerAnyway("a cleared cache", store.clear(), true);
            reader.onAllInvalidated();
        }

        @Override
        public void onLoaded(K key) {
            reader.onLoaded(key);
        }
    }

    private void rebuild(K stale, long seen) {
        var _ = reader.rebuild(stale, seen).exceptionally(failure -> {
            missed.note("a cache rebuild", DomainFailure.causeOf(failure));
            return false;
        });
    }

    /** Repeats the number of this node's last message. */
    public void heartbeat() {
        bus.heartbeat();
    }

    @Override
    public boolean isKey(String text) {
        return keys.isKey(text);
    }

    @Override
    public CompletionStage<String> invalidate(String text) {
        return store.invalidate(keys.parse().apply(text));
    }

    /** In the store, then in the memory of all nodes, also when the store is away. */
    public CompletionStage<Void> invalidateEverywhere(K key) {
        return store.invalidate(key)
                .whenComplete((_, _) -> bus.invalidated(key))
                .thenAccept(_ -> {});
    }

    @Override
    public void notifyNodes(String text) {
        bus.invalidated(keys.parse().apply(text));
    }

    @Override
    public Duration retention() {
        return description.retention();
    }

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public ManageCaches.Status status() {
        return new ManageCaches.Status(
                description.name(),
                description.settings().strategy(),
                description.metrics().reads(),
                description.metrics().loads(),
                description.nearSize().getAsLong(),
                description.settings().nearSize(),
                description.breaker().get());
    }

    /** Clears all keys of a local store: the message about a single key does not leave this node. */
    @Override
    public CompletionStage<Void> clear(String text) {
        if (!description.shared()) {
            return clear();
        }
        return invalidateEverywhere(keys.parse().apply(text));
    }

    @Override
    public CompletionStage<Void> clear() {
        return store.clear().whenComplete((_, _) -> bus.cleared());
    }

    /** The {@link Cache#incarnation} of the store. */
    public CompletionStage<String> incarnation() {
        return store.incarnation();
    }
}
