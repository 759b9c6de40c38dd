package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cached;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A cache without jitter, so that tests can tell when an entry turns. */
public final class InMemoryCache<K, V> implements Cache<K, V> {
    private record Entry<V>(Optional<V> value, Instant freshUntil, Instant keptUntil) {}

    private final ConcurrentHashMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final Clock clock;
    private final Duration fresh;
    private final Duration keep;
    private final Duration absentFor;

    /**
     * @param fresh so long a value is fresh
     * @param keep so long after that it is served stale
     * @param absentFor so long an absence is known
     */
    public InMemoryCache(Clock clock, Duration fresh, Duration keep, Duration absentFor) {
        this.clock = clock;
        this.fresh = fresh;
        this.keep = keep;
        this.absentFor = absentFor;
    }

    /** Values fresh for a minute and kept for an hour more, absences for half a minute. */
    public InMemoryCache(Clock clock) {
        this(clock, Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofSeconds(30));
    }

    @Override
    public CompletionStage<Cached<V>> find(K key) {
        return CompletableFuture.completedStage(look(key));
    }

    private Cached<V> look(K key) {
        Entry<V> entry = entries.get(key);
        Instant now = clock.instant();
        if (entry == null || !now.isBefore(entry.keptUntil())) {
            return new Cached.Missing<>();
        }
        if (entry.value().isEmpty()) {
            return new Cached.KnownAbsent<>();
        }
        V value = entry.value().get();
        return now.isBefore(entry.freshUntil()) ? new Cached.Fresh<>(value) : new Cached.Stale<>(value);
    }

    @Override
    public CompletionStage<Void> put(K key, V value) {
        Instant freshUntil = clock.instant().plus(fresh);
        entries.put(key, new Entry<>(Optional.of(value), freshUntil, freshUntil.plus(keep)));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> putAbsent(K key) {
        Instant until = clock.instant().plus(absentFor);
        entries.put(key, new Entry<>(Optional.empty(), until, until));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> evict(K key) {
        entries.remove(key);
        return CompletableFuture.completedStage(null);
    }
}
