package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.failure.TimedOut;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The shared cache and the filter beside it, as readers call them: for a short time, and leaving no lease behind. */
final class BoundedCache<K, V> {
    private final Cache<K, V> shared;
    private final Function<K, CompletionStage<Boolean>> filter;
    private final Duration timeout;
    private final Timers timers;
    private final MissedWrites missed;

    /** @param timeout of a call; a slower cache counts as away */
    BoundedCache(
            Cache<K, V> shared,
            Function<K, CompletionStage<Boolean>> filter,
            Duration timeout,
            Timers timers,
            MissedWrites missed) {
        this.shared = shared;
        this.filter = filter;
        this.timeout = timeout;
        this.timers = timers;
        this.missed = missed;
    }

    private <T> CompletionStage<T> within(CompletionStage<T> stage) {
        return Deadlines.within(stage, timeout, timers, () -> new TimedOut("the shared cache is slow"));
    }

    CompletionStage<Cached<V>> find(K key) {
        return within(shared.find(key));
    }

    /** What is there by now; nothing when that is the entry that was seen, or the cache can't be asked. */
    CompletionStage<Optional<Cached<V>>> findOtherThan(K key, long seen) {
        return find(key)
                .exceptionallyCompose(DomainFailure.<Cached<V>>fallBackOn(new Cached.Missing<>()))
                .thenApply(cached -> Optional.of(cached)
                        .filter(entry -> !(entry instanceof Cached.Missing<V>) && entry.version() != seen));
    }

    /** Whether there may be such a thing; true when the filter can't be asked. */
    CompletionStage<Boolean> mayExist(K key) {
        return within(filter.apply(key)).exceptionallyCompose(DomainFailure.fallBackOn(true));
    }

    /** A lease that is granted after the timeout is released. */
    CompletionStage<Claim<V>> claim(K key, long seen) {
        CompletionStage<Claim<V>> asked = shared.claim(key, seen);
        return within(asked).whenComplete((_, failure) -> {
            if (failure != null) {
                releaseLate(key, asked);
            }
        });
    }

    private void releaseLate(K key, CompletionStage<Claim<V>> asked) {
        var _ = asked.thenAccept(claim -> {
            if (claim instanceof Claim.Granted<V>(String lease)) {
                release(key, lease);
            }
        });
    }

    /** Nothing when the cache could not take it; the lease is used up or released. */
    CompletionStage<Optional<Cache.Put>> put(K key, Loaded<V> loaded, String lease) {
        return within(Calls.start(() -> shared.put(key, loaded, lease)))
                .thenApply(Optional::of)
                .exceptionally(failure -> {
                    missed.note("a cache entry", DomainFailure.causeOf(failure));
                    release(key, lease);
                    return Optional.empty();
                });
    }

    void release(K key, String lease) {
        var _ = missed.answerAnyway("a cache lease", shared.release(key, lease), true);
    }
}
