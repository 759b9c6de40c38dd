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

    /**
     * The outcome of {@code work} for this key: of the call under way, or of one that starts now. Each caller gets a copy of
     * its own: what a caller does with it, cancel it for instance, touches neither the call nor the other callers.
     */
    public CompletionStage<V> run(K key, Function<K, CompletionStage<V>> work) {
        CompletableFuture<V> flight = new CompletableFuture<>();
        CompletableFuture<V> earlier = flights.putIfAbsent(key, flight);
        if (earlier != null) {
            return earlier.copy();
        }
        var _ = Calls.start(() -> work.apply(key)).whenComplete((value, failure) -> {
            flights.remove(key, flight);
            if (failure == null) {
                flight.complete(value);
            } else {
                flight.completeExceptionally(failure);
            }
        });
        return flight.copy();
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
