package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
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
    private final Duration patience;
    private final CacheMeter meter;
    private final Timers timers;
    private final Clock clock;

    /**
     * @param bulkhead may be shared with others who ask the same truth
     * @param patience so long a reader waits in all; nobody asks for those who will have gone
     */
    public ShieldedLoader(
            Function<K, CompletionStage<Optional<V>>> truth,
            Bulkhead bulkhead,
            Duration patience,
            CacheMeter meter,
            Timers timers,
            Clock clock) {
        this.truth = truth;
        this.bulkhead = bulkhead;
        this.patience = patience;
        this.meter = meter;
        this.timers = timers;
        this.clock = clock;
    }

    /** Does this when its turn has come. What is done may {@link #ask}. */
    <T> CompletionStage<T> inTurn(Supplier<CompletionStage<T>> work) {
        return bulkhead.run(work, patience, timers);
    }

    /** Does this if nobody has to wait for it, and nothing otherwise. What is done may {@link #ask}. */
    <T> Optional<CompletionStage<T>> ifFree(Supplier<CompletionStage<T>> work) {
        return bulkhead.runIfFree(work);
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
