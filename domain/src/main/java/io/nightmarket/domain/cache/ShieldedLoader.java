package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Asks the truth, with so many at a time and so many in line as it bears; more fail at once with {@code Unavailable}. */
public final class ShieldedLoader<K, V> {
    private final Function<K, CompletionStage<Optional<V>>> truth;
    private final Bulkhead bulkhead;
    private final CacheMeter meter;
    private final Timers timers;
    private final Clock clock;

    public ShieldedLoader(
            Function<K, CompletionStage<Optional<V>>> truth,
            Bulkhead bulkhead,
            CacheMeter meter,
            Timers timers,
            Clock clock) {
        this.truth = truth;
        this.bulkhead = bulkhead;
        this.meter = meter;
        this.timers = timers;
        this.clock = clock;
    }

    CompletionStage<Loaded<V>> load(K key) {
        return bulkhead.run(() -> ask(key));
    }

    private CompletionStage<Loaded<V>> ask(K key) {
        long at = clock.millis();
        long begun = timers.nanoTime();
        return Calls.start(() -> truth.apply(key))
                .whenComplete((_, failure) -> meter.loaded(timers.nanoTime() - begun, failure != null))
                .thenApply(value -> new Loaded<>(value, at, (timers.nanoTime() - begun) / 1_000_000));
    }
}
