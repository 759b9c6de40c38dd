package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheInvalidator;
import io.nightmarket.domain.cache.Invalidation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The caches of this node. Features define theirs, each once, while the node is composed; afterwards {@link #seal}
 * makes the invalidation of them all.
 */
public final class CacheRegistry implements Invalidation {
    private final Caches caches;
    private final Function<String, CacheSettings> settings;
    private final List<NodeCache<?, ?>> all = new ArrayList<>();
    private final List<NodeCache<?, ?>> shared = new ArrayList<>();
    private final Map<String, CacheInvalidator.Target> targets = new LinkedHashMap<>();
    private volatile @Nullable CacheInvalidator changes;

    /** @param settings by name of the cache */
    public CacheRegistry(Caches caches, Function<String, CacheSettings> settings) {
        this.caches = caches;
        this.settings = settings;
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
        if (changes != null) {
            throw new IllegalStateException(made.name() + " is defined after the registry was sealed");
        }
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

    /** Ends the definitions; from here on changes are applied. */
    public void seal(Function<Map<String, CacheInvalidator.Target>, CacheInvalidator> make) {
        changes = make.apply(targets);
    }

    /** Fails before {@link #seal}. */
    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        return changes().apply(change);
    }

    /** As {@link CacheInvalidator#applyUnconfirmed}; fails before {@link #seal}. */
    public CompletionStage<Void> applyUnconfirmed() {
        return changes().applyUnconfirmed();
    }

    private CacheInvalidator changes() {
        CacheInvalidator made = changes;
        if (made == null) {
            throw new IllegalStateException("not sealed");
        }
        return made;
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
