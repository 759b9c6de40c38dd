package io.nightmarket.bootstrap.cache;

import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.cache.RebuildEntry;
import io.nightmarket.domain.failure.DomainFailure;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One cache of this node, with all that belongs to it. */
public final class NodeCache<K, V> implements CacheRebuildVerticle.Work, ApplyChanges.Target {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCache.class);

    private final String name;
    private final Function<String, K> key;
    private final Cache<K, V> shared;
    private final ReadThrough<K, V> reader;
    private final RebuildEntry<K, V> rebuilder;
    private final EventBusCacheNews<K> news;
    private final EventBusCacheNews.Listener<K> listener;

    NodeCache(
            String name,
            Function<String, K> key,
            Cache<K, V> shared,
            ReadThrough<K, V> reader,
            RebuildEntry<K, V> rebuilder,
            EventBusCacheNews<K> news) {
        this.name = name;
        this.key = key;
        this.shared = shared;
        this.reader = reader;
        this.rebuilder = rebuilder;
        this.news = news;
        this.listener = new EventBusCacheNews.Listener<>() {
            @Override
            public void forget(K changed) {
                reader.forget(changed);
            }

            @Override
            public void forgetAll() {
                reader.forgetAll();
            }

            @Override
            public void filled(K filled) {
                reader.filled(filled);
            }
        };
    }

    public ReadThrough<K, V> reader() {
        return reader;
    }

    public Cache<K, V> shared() {
        return shared;
    }

    @Override
    public Future<?> begin() {
        return Future.all(news.listen(listener), news.serve(this::rebuild));
    }

    private void rebuild(K stale, long seen) {
        var _ = rebuilder.rebuild(stale, seen).exceptionally(failure -> {
            LOG.warn(
                    "An entry of {} was not rebuilt: {}",
                    name,
                    DomainFailure.causeOf(failure).toString());
            return false;
        });
    }

    @Override
    public void pulse() {
        news.pulse(listener);
    }

    @Override
    public CompletionStage<String> forget(String text) {
        return shared.evict(key.apply(text));
    }

    @Override
    public void tell(String text) {
        K changed = key.apply(text);
        // This node hears of it like the others, but later than whoever made the change may look.
        reader.forget(changed);
        news.changed(changed);
    }

    /** The {@link Cache#run} of the shared store. */
    public CompletionStage<String> run() {
        return shared.run();
    }
}
