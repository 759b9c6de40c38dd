package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.cache.Invalidation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** The caches of this node, and the invalidation of them all. Features define theirs, each once, while the node is composed. */
public final class CacheRegistry implements Invalidation {
    /** After Redis is back, it gets the invalidations that it missed within this time. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Caches caches;
    private final Function<String, CacheSettings> settings;
    private final List<NodeCache<?, ?>> all = new ArrayList<>();
    private final List<NodeCache<?, ?>> shared = new ArrayList<>();
    private final Map<String, CacheInvalidator.Target> targets = new ConcurrentHashMap<>();
    private final CacheInvalidator changes;

    /** @param settings by name of the cache */
    public CacheRegistry(
            Caches caches, Function<String, CacheSettings> settings, CacheChanges stored, MissedWrites missed) {
        this.caches = caches;
        this.settings = settings;
        this.changes = new CacheInvalidator(stored, targets, this::incarnation, INTERVAL, missed);
    }

    /** Defines a cache that the nodes share; changes under its name invalidate it. */
    public <K, V> NodeCache<K, V> define(String name, KeyFormat<K> keys, TypeReference<V> type, Source<K, V> source) {
        NodeCache<K, V> made = add(caches.shared(name, settings.apply(name), keys, type, source));
        shared.add(made);
        targets.put(name, made);
        return made;
    }

    /** Defines a cache in each node's memory; see {@link Caches#local}. */
    public <K, V> NodeCache<K, V> defineLocal(
            String name, KeyFormat<K> keys, ToIntFunction<V> weight, Source<K, V> source) {
        return add(caches.local(name, settings.apply(name), keys, weight, source));
    }

    private <K, V> NodeCache<K, V> add(NodeCache<K, V> made) {
        if (all.stream().anyMatch(cache -> cache.name().equals(made.name()))) {
            throw new IllegalStateException("cache " + made.name() + " is defined twice");
        }
        all.add(made);
        return made;
    }

    /** The target receives the invalidations of this cache and passes them on to it. */
    public void invalidateBy(NodeCache<?, ?> cache, CacheInvalidator.Target target) {
        targets.put(cache.name(), target);
    }

    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        return changes.apply(change);
    }

    /** As {@link CacheInvalidator#applyUnconfirmed}. */
    public CompletionStage<Void> applyUnconfirmed() {
        return changes.applyUnconfirmed();
    }

    /** In the order of their definition. */
    public List<NodeCache<?, ?>> all() {
        return List.copyOf(all);
    }

    /** The incarnation of the store that the nodes share. */
    public CompletionStage<String> incarnation() {
        return shared.getFirst().incarnation();
    }

    /** The factory of the caches. */
    public Caches caches() {
        return caches;
    }
}
