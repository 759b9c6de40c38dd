package io.nightmarket.domain.base;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Runs work once for concurrent callers of one key: those that come during a call get its outcome, also a failure. Nothing
 * is remembered afterwards. Safe for use by several threads; the name is that of Go's package.
 */
public final class SingleFlight<K, V> {
    private final ConcurrentHashMap<K, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

    /**
     * The outcome of {@code work} for this key: of the call under way, or of one that starts now. Each caller gets a copy
     * of its own: cancelling it touches neither the call nor the other callers.
     */
    public CompletionStage<V> run(K key, Function<K, CompletionStage<V>> work) {
        CompletableFuture<V> flight = new CompletableFuture<>();
        CompletableFuture<V> earlier = flights.putIfAbsent(key, flight);
        if (earlier != null) {
            return earlier.copy();
        }
        var _ = Calls.start(() -> work.apply(key)).whenComplete((value, failure) -> {
            flights.remove(key, flight);
            Stages.complete(flight, value, failure);
        });
        return flight.copy();
    }

    /** Callers that come from here on do not get the outcome of the call under way. */
    public void forget(K key) {
        flights.remove(key);
    }

    /** As {@link #forget}, for all keys. */
    public void forgetAll() {
        flights.clear();
    }
}
