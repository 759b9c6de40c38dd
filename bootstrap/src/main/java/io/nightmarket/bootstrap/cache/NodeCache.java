package io.nightmarket.bootstrap.cache;

import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.cache.Caches.Keys;
import io.nightmarket.bootstrap.metrics.CacheMetrics;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheNews;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One cache of this node, with all that belongs to it. */
public final class NodeCache<K, V> implements CacheRebuildVerticle.Work, ApplyChanges.Target, ManageCaches.Managed {
    private final Description description;
    private final Keys<K> keys;
    private final Cache<K, V> shared;
    private final ReadThrough<K, V> reader;
    private final EventBusCacheNews<K> news;
    private final MissedWrites missed;

    /**
     * What describes a cache.
     *
     * @param ofAllNodes whether the nodes share the store
     * @param retention no copy in the store gets older than this
     * @param nearSize by weight
     * @param breaker before the store
     */
    record Description(
            String name,
            CacheSettings settings,
            boolean ofAllNodes,
            Duration retention,
            CacheMetrics metrics,
            LongSupplier nearSize,
            Supplier<Optional<BreakerState>> breaker) {}

    NodeCache(
            Description description,
            Keys<K> keys,
            Cache<K, V> shared,
            ReadThrough<K, V> reader,
            EventBusCacheNews<K> news,
            MissedWrites missed) {
        this.description = description;
        this.keys = keys;
        this.shared = shared;
        this.reader = reader;
        this.news = news;
        this.missed = missed;
    }

    public ReadThrough<K, V> reader() {
        return reader;
    }

    @Override
    public Future<?> begin() {
        CacheNews.Listener<K> listener = description.ofAllNodes() ? reader : new OwnStore();
        return Future.all(news.listen(listener), news.serve(this::rebuild));
    }

    /** For a store that the nodes do not share: when a node has to forget all keys, its store has to. */
    private final class OwnStore implements CacheNews.Listener<K> {
        @Override
        public void forget(K key) {
            reader.forget(key);
        }

        @Override
        public void forgetAll() {
            var _ = missed.answerAnyway("a cleared cache", shared.clear(), true);
            reader.forgetAll();
        }

        @Override
        public void filled(K key) {
            reader.filled(key);
        }
    }

    private void rebuild(K stale, long seen) {
        var _ = reader.rebuild(stale, seen).exceptionally(failure -> {
            missed.note("a cache rebuild", DomainFailure.causeOf(failure));
            return false;
        });
    }

    @Override
    public void pulse() {
        news.pulse();
    }

    @Override
    public boolean isKey(String text) {
        try {
            var _ = keys.parse().apply(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public CompletionStage<String> forget(String text) {
        return shared.evict(keys.parse().apply(text));
    }

    /** By the shared store, then by all nodes. */
    public CompletionStage<Void> evict(K key) {
        return shared.evict(key).thenAccept(_ -> news.changed(key));
    }

    @Override
    public void tell(String text) {
        news.changed(keys.parse().apply(text));
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
                description.settings().breakdown(),
                description.metrics().reads(),
                description.metrics().loads(),
                description.nearSize().getAsLong(),
                description.settings().nearSize(),
                description.breaker().get());
    }

    /** Where the nodes do not share the store all keys are cleared: a change of one key is a message to this node alone. */
    @Override
    public CompletionStage<Void> clear(String text) {
        if (!description.ofAllNodes()) {
            return clear();
        }
        K key = keys.parse().apply(text);
        return shared.evict(key).whenComplete((_, _) -> news.changed(key)).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> clear() {
        return shared.clear().whenComplete((_, _) -> news.cleared());
    }

    /** The {@link Cache#run} of the shared store. */
    public CompletionStage<String> run() {
        return shared.run();
    }
}
