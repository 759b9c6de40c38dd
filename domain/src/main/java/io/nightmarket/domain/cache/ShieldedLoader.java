package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls the loader with bounded concurrency and a bounded queue; further calls fail at once with {@code Unavailable}.
 */
public final class ShieldedLoader<K, V> {
    private final Function<K, CompletionStage<Optional<V>>> truth;
    private final Bulkhead bulkhead;
    private final Duration hard;
    private final Duration longest;
    private final CacheMeter meter;
    private final Timers timers;
    private final Clock clock;

    /**
     * @param bulkhead may be shared with others who ask the same truth
     * @param hard the longest that a reader waits; no load begins for readers that are gone by then
     * @param longest the longest that a load takes: it fails with {@code Unavailable} then, and its slot is free
     */
    public ShieldedLoader(
            Function<K, CompletionStage<Optional<V>>> truth,
            Bulkhead bulkhead,
            Duration hard,
            Duration longest,
            CacheMeter meter,
            Timers timers,
            Clock clock) {
        this.truth = truth;
        this.bulkhead = bulkhead;
        this.hard = hard;
        this.longest = longest;
        this.meter = meter;
        this.timers = timers;
        this.clock = clock;
    }

    /** Does this when its turn has come, and holds a slot until it is done. What is done may {@link #ask}. */
    <T> CompletionStage<T> inTurn(Supplier<CompletionStage<T>> work) {
        return bulkhead.run(work, hard, timers);
    }

    /** As {@link #inTurn} if a place is free, and nothing otherwise. */
    <T> Optional<CompletionStage<T>> ifFree(Supplier<CompletionStage<T>> work) {
        return bulkhead.runIfFree(work);
    }

    /** Calls the loader, when a slot is free. */
    CompletionStage<Loaded<V>> load(K key) {
        return inTurn(() -> ask(key));
    }

    /** Calls the loader, for a bounded time. */
    CompletionStage<Loaded<V>> ask(K key) {
        long at = clock.millis();
        long begun = timers.nanoTime();
        CompletionStage<Optional<V>> answer = Deadlines.within(
                Calls.start(() -> truth.apply(key)),
                longest,
                timers,
                () -> new Unavailable("the load takes longer than " + longest));
        return answer.whenComplete((_, failure) -> meter.loaded(timers.nanoTime() - begun, failure != null))
                .thenApply(value -> new Loaded<>(value, at, (timers.nanoTime() - begun) / 1_000_000));
    }
}
