package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Reads through a {@link Cache}. A stale value is answered at once and its rebuild asked for; a missing one is loaded,
 * once for all who wait for it in this node; an unreachable cache makes reads slower, not false.
 */
public final class ReadThrough<K, V> {
    private final Cache<K, V> cache;
    private final Function<K, CompletionStage<Optional<V>>> loader;
    private final CacheRebuilds<K> rebuilds;
    private final MissedWrites missed;
    private final SingleFlight<K, Optional<V>> loading = new SingleFlight<>();

    public ReadThrough(
            Cache<K, V> cache,
            Function<K, CompletionStage<Optional<V>>> loader,
            CacheRebuilds<K> rebuilds,
            MissedWrites missed) {
        this.cache = cache;
        this.loader = loader;
        this.rebuilds = rebuilds;
        this.missed = missed;
    }

    /** The value, or nothing when there is no such thing. Fails as the loader does. */
    public CompletionStage<Optional<V>> read(K key) {
        return cache.find(key)
                .exceptionallyCompose(DomainFailure.fallBackOn(new Cached.Missing<>()))
                .thenCompose(cached -> switch (cached) {
                    case Cached.Fresh<V>(V value) -> CompletableFuture.completedStage(Optional.of(value));
                    case Cached.Stale<V>(V value) -> {
                        rebuilds.request(key);
                        yield CompletableFuture.completedStage(Optional.of(value));
                    }
                    case Cached.KnownAbsent<V> _ -> CompletableFuture.completedStage(Optional.empty());
                    case Cached.Missing<V> _ -> loading.run(key, this::rebuild);
                });
    }

    /** Loads the value, whatever the cache holds, and puts it there. */
    public CompletionStage<Optional<V>> rebuild(K key) {
        return loader.apply(key).thenCompose(found -> keep(key, found));
    }

    /** The value was found whether or not the cache took it. */
    private CompletionStage<Optional<V>> keep(K key, Optional<V> found) {
        CompletionStage<Void> kept = found.map(value -> cache.put(key, value)).orElseGet(() -> cache.putAbsent(key));
        return missed.answerAnyway("a cache entry", kept, found);
    }
}
