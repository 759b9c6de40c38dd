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

/** Asks the truth, with so many at a time and so many in line as it bears; more fail at once with {@code Unavailable}. */
public final class ShieldedLoader<K, V> {
    private final Function<K, CompletionStage<Optional<V>>> truth;
    private final Bulkhead bulkhead;
    private final Duration hard;
    private final CacheMeter meter;
    private final Timers timers;
    private final Clock clock;

    /**
     * @param bulkhead may be shared with others who ask the same truth
     * @param hard the longest that a reader waits; no load begins for readers that are gone by then, and none keeps its
     *     place for longer
     */
    public ShieldedLoader(
            Function<K, CompletionStage<Optional<V>>> truth,
            Bulkhead bulkhead,
            Duration hard,
            CacheMeter meter,
            Timers timers,
            Clock clock) {
        this.truth = truth;
        this.bulkhead = bulkhead;
        this.hard = hard;
        this.meter = meter;
        this.timers = timers;
        this.clock = clock;
    }

    /**
     * Does this when its turn has come. What is done may {@link #ask}. Work that takes longer than the hard time fails with
     * {@code Unavailable} and loses its place, but goes on.
     */
    <T> CompletionStage<T> inTurn(Supplier<CompletionStage<T>> work) {
        return bulkhead.run(() -> bounded(work), hard, timers);
    }

    /** As {@link #inTurn} if a place is free, and nothing otherwise. */
    <T> Optional<CompletionStage<T>> ifFree(Supplier<CompletionStage<T>> work) {
        return bulkhead.runIfFree(() -> bounded(work));
    }

    private <T> CompletionStage<T> bounded(Supplier<CompletionStage<T>> work) {
        return Deadlines.within(
                Calls.start(work), hard, timers, () -> new Unavailable("the load takes longer than " + hard));
    }

    /** Asks the truth, when the turn has come. */
    CompletionStage<Loaded<V>> load(K key) {
        return inTurn(() -> ask(key));
    }

    /** Asks the truth. */
    CompletionStage<Loaded<V>> ask(K key) {
        long at = clock.millis();
        long begun = timers.nanoTime();
        return Calls.start(() -> truth.apply(key))
                .whenComplete((_, failure) -> meter.loaded(timers.nanoTime() - begun, failure != null))
                .thenApply(value -> new Loaded<>(value, at, (timers.nanoTime() - begun) / 1_000_000));
    }
}
