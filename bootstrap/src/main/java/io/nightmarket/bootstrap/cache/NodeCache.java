package io.nightmarket.bootstrap.cache;

import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.cache.Caches.Keys;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** One cache of this node, with all that belongs to it. */
public final class NodeCache<K, V> implements CacheRebuildVerticle.Work, ApplyChanges.Target {
    private final Keys<K> keys;
    private final Cache<K, V> shared;
    private final Duration retention;
    private final ReadThrough<K, V> reader;
    private final BiFunction<K, Long, CompletionStage<Boolean>> rebuilder;
    private final EventBusCacheNews<K> news;
    private final MissedWrites missed;

    NodeCache(
            Keys<K> keys,
            Cache<K, V> shared,
            Duration retention,
            ReadThrough<K, V> reader,
            BiFunction<K, Long, CompletionStage<Boolean>> rebuilder,
            EventBusCacheNews<K> news,
            MissedWrites missed) {
        this.keys = keys;
        this.shared = shared;
        this.retention = retention;
        this.reader = reader;
        this.rebuilder = rebuilder;
        this.news = news;
        this.missed = missed;
    }

    public ReadThrough<K, V> reader() {
        return reader;
    }

    @Override
    public Future<?> begin() {
        return Future.all(news.listen(reader), news.serve(this::rebuild));
    }

    private void rebuild(K stale, long seen) {
        var _ = rebuilder.apply(stale, seen).exceptionally(failure -> {
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
        return retention;
    }

    /** The {@link Cache#run} of the shared store. */
    public CompletionStage<String> run() {
        return shared.run();
    }
}
