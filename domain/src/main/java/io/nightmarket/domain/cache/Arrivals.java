package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Those who wait until another has filled the cache. */
final class Arrivals<K> {
    private final ConcurrentHashMap<K, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Timers timers;

    Arrivals(Timers timers) {
        this.timers = timers;
    }

    /** Completes when there is word of the key, or after so long. */
    CompletionStage<Void> await(K key, Duration limit) {
        CompletableFuture<Void> mine = waiting.computeIfAbsent(key, _ -> new CompletableFuture<>());
        Timers.Timer timer = timers.after(limit, () -> tell(key));
        return mine.thenAccept(_ -> timer.cancel());
    }

    /** There is word of the key. */
    void tell(K key) {
        CompletableFuture<Void> there = waiting.remove(key);
        if (there != null) {
            there.complete(null);
        }
    }
}
