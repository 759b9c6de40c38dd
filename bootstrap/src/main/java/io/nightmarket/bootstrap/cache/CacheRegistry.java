package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.cache.Caches.Keys;
import io.nightmarket.bootstrap.cache.Caches.Truth;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.CacheChange;
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
    private final Function<String, CacheSettings> policies;
    private final List<NodeCache<?, ?>> all = new ArrayList<>();
    private final List<NodeCache<?, ?>> shared = new ArrayList<>();
    private final Map<String, ApplyChanges.Target> targets = new LinkedHashMap<>();
    private volatile @Nullable ApplyChanges changes;

    /** @param policies by name of the cache */
    public CacheRegistry(Caches caches, Function<String, CacheSettings> policies) {
        this.caches = caches;
        this.policies = policies;
    }

    /** Defines a cache that the nodes share. It is a target of invalidations under its name. */
    public <K, V> NodeCache<K, V> define(String name, Keys<K> keys, TypeReference<V> type, Truth<K, V> source) {
        NodeCache<K, V> made = add(caches.make(name, policies.apply(name), keys, type, source));
        shared.add(made);
        targets.put(name, made);
        return made;
    }

    /** Defines a cache that each node has for itself; see {@link Caches#makeOwn}. */
    public <K, V> NodeCache<K, V> defineOwn(String name, Keys<K> keys, ToIntFunction<V> weight, Truth<K, V> source) {
        return add(caches.makeOwn(name, policies.apply(name), keys, weight, source));
    }

    private <K, V> NodeCache<K, V> add(NodeCache<K, V> made) {
        if (changes != null) {
            throw new IllegalStateException(made.name() + " is defined too late");
        }
        all.add(made);
        return made;
    }

    /** Has the target take the invalidations of this cache, and pass them on to it. */
    public void invalidateBy(NodeCache<?, ?> cache, ApplyChanges.Target target) {
        targets.put(cache.name(), target);
    }

    /** Ends the definitions; from here on changes are applied. */
    public ApplyChanges seal(Function<Map<String, ApplyChanges.Target>, ApplyChanges> make) {
        ApplyChanges made = make.apply(targets);
        changes = made;
        return made;
    }

    /** Fails before {@link #seal}. */
    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        ApplyChanges made = changes;
        if (made == null) {
            throw new IllegalStateException("not sealed");
        }
        return made.apply(change);
    }

    /** In the order of their definition. */
    public List<NodeCache<?, ?>> all() {
        return List.copyOf(all);
    }

    /** The {@link NodeCache#run} of the store that the nodes share. */
    public CompletionStage<String> run() {
        return shared.getFirst().run();
    }

    /** What makes them. */
    public Caches caches() {
        return caches;
    }
}
