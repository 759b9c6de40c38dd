package io.nightmarket.domain.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Work that is done once for all who want it at the same time: who comes while it is under way gets its outcome, good or
 * bad. Nothing is remembered afterwards. Safe for use by several threads; the name is that of Go's package.
 */
public final class SingleFlight<K, V> {
    private final ConcurrentHashMap<K, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

    /** The outcome of {@code work} for this key: of the call under way, or of one that starts now. */
    public CompletionStage<V> run(K key, Function<K, CompletionStage<V>> work) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> earlier = flights.putIfAbsent(key, mine);
        if (earlier != null) {
            return earlier;
        }
        return Calls.start(() -> work.apply(key)).whenComplete((value, failure) -> {
            flights.remove(key, mine);
            if (failure == null) {
                mine.complete(value);
            } else {
                mine.completeExceptionally(failure);
            }
        });
    }

    /** Who comes from here on does not get the outcome of the call under way, if there is one. */
    public void forget(K key) {
        flights.remove(key);
    }

    /** As {@link #forget}, of all keys. */
    public void forgetAll() {
        flights.clear();
    }
}
