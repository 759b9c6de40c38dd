package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Readers that wait until another node has loaded a key: woken by a message, or by a poll when it is lost. */
final class LoadNotifications<K> {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final ConcurrentHashMap<K, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Timers timers;
    private final RandomGenerator random;

    LoadNotifications(Timers timers, RandomGenerator random) {
        this.timers = timers;
        this.random = random;
    }

    /** Completes when the key is loaded or the next poll is due; fails with {@code Unavailable} after the last poll. */
    CompletionStage<Void> await(ReadContext<K> read) {
        long left = read.lastPollAt() - timers.nanoTime();
        if (left <= 0) {
            return CompletableFuture.failedStage(new Unavailable("another node's load did not end in time"));
        }
        Duration interval = POLL_INTERVAL.plusMillis(random.nextLong(POLL_INTERVAL.toMillis() / 2));
        CompletableFuture<Void> wakeUp = waiting.computeIfAbsent(read.key(), _ -> new CompletableFuture<>());
        Timers.Timer timer =
                timers.after(interval.toNanos() < left ? interval : Duration.ofNanos(left), () -> wake(read.key()));
        return wakeUp.thenAccept(_ -> timer.cancel());
    }

    /** Wakes the readers that wait for the key. */
    void wake(K key) {
        CompletableFuture<Void> wakeUp = waiting.remove(key);
        if (wakeUp != null) {
            wakeUp.complete(null);
        }
    }
}
