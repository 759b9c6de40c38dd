package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.LoadedSets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Copies in memory, and the loads of them that are under way. */
abstract class InMemoryLoadedSets<K, C> implements LoadedSets<K, C> {
    private final Map<Object, String> loads = new HashMap<>();
    private long begun;

    /** What has one load at a time. */
    abstract Object loaded(K key);

    abstract void keep(K key, C content);

    /** Whether a copy is there that any reader of the key can use. */
    boolean isKept(K key) {
        return false;
    }

    /** A change ends the load under way. */
    final void endLoads(K key) {
        loads.remove(loaded(key));
    }

    final boolean isLoading(K key) {
        return loads.containsKey(loaded(key));
    }

    /** What an emptied Redis knows. */
    public synchronized void loseAll() {
        loads.clear();
    }

    @Override
    public final synchronized CompletionStage<Optional<String>> beginLoad(K key) {
        String load = "load " + ++begun;
        return CompletableFuture.completedStage(
                !isKept(key) && loads.putIfAbsent(loaded(key), load) == null ? Optional.of(load) : Optional.empty());
    }

    @Override
    public final synchronized CompletionStage<Boolean> store(K key, String load, C content) {
        boolean counts = loads.remove(loaded(key), load);
        if (counts) {
            keep(key, content);
        }
        return CompletableFuture.completedStage(counts);
    }

    @Override
    public final synchronized CompletionStage<Void> endLoad(K key, String load) {
        loads.remove(loaded(key), load);
        return CompletableFuture.completedStage(null);
    }
}
