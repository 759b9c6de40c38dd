package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Spaces a node's attempts to replace stale values: of each key, the next begins an interval after one that has not
 * succeeded. Safe for use by several threads.
 */
final class LoadThrottle<K> {
    /** Beyond this number of keys all are dropped, at the cost of one attempt each. */
    private static final int MAX_KEYS = 10_000;

    private final ConcurrentHashMap<K, Long> attempts = new ConcurrentHashMap<>();
    private final long interval;
    private final LongSupplier nanoTime;

    LoadThrottle(Duration interval, LongSupplier nanoTime) {
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether the caller may begin an attempt; true for one of many callers. */
    boolean tryBegin(K key) {
        if (attempts.size() >= MAX_KEYS) {
            attempts.clear();
        }
        long now = nanoTime.getAsLong();
        Long last = attempts.putIfAbsent(key, now);
        return last == null || (now - last >= interval && attempts.replace(key, last, now));
    }

    /** The key has a new value, or none: the next attempt waits for nothing. */
    void reset(K key) {
        attempts.remove(key);
    }

    void resetAll() {
        attempts.clear();
    }
}
