package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Flights that wait until another has filled the cache. */
final class Arrivals<K> {
    private static final Duration POLL = Duration.ofMillis(50);

    private final ConcurrentHashMap<K, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Timers timers;
    private final RandomGenerator random;

    Arrivals(Timers timers, RandomGenerator random) {
        this.timers = timers;
        this.random = random;
    }

    /** Completes when the key arrives or it is time to look; fails with {@code Unavailable} after the last look. */
    CompletionStage<Void> await(Flight<K> flight) {
        long left = flight.lastLookAt() - timers.nanoTime();
        if (left <= 0) {
            return CompletableFuture.failedStage(new Unavailable("another's load takes long"));
        }
        Duration poll = POLL.plusMillis(random.nextLong(POLL.toMillis() / 2));
        CompletableFuture<Void> mine = waiting.computeIfAbsent(flight.key(), _ -> new CompletableFuture<>());
        Timers.Timer timer =
                timers.after(poll.toNanos() < left ? poll : Duration.ofNanos(left), () -> arrived(flight.key()));
        return mine.thenAccept(_ -> timer.cancel());
    }

    /** Wakes those who wait for the key. */
    void arrived(K key) {
        CompletableFuture<Void> there = waiting.remove(key);
        if (there != null) {
            there.complete(null);
        }
    }
}
