package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls the loader with bounded concurrency and a bounded queue; further calls fail at once with {@code Unavailable}. One call
 * of its own may always be under way: so a loader may read another cache on the same bulkhead, but not its own.
 */
public final class ShieldedLoader<K, V> {
    private final Function<K, CompletionStage<Optional<V>>> source;
    private final Bulkhead bulkhead;
    private final Duration waitTimeout;
    private final Duration loadTimeout;
    private final CacheMeter meter;
    private final Timers timers;
    private final Clock clock;

    /**
     * @param bulkhead may be shared with other loaders of the same source
     * @param waitTimeout the longest that a reader waits; no load begins for readers that are gone by then
     * @param loadTimeout the timeout of a load: it fails with {@code Unavailable} then, and its slot is free
     */
    public ShieldedLoader(
            Function<K, CompletionStage<Optional<V>>> source,
            Bulkhead bulkhead,
            Duration waitTimeout,
            Duration loadTimeout,
            CacheMeter meter,
            Timers timers,
            Clock clock) {
        this.source = source;
        this.bulkhead = bulkhead;
        this.waitTimeout = waitTimeout;
        this.loadTimeout = loadTimeout;
        this.meter = meter;
        this.timers = timers;
        this.clock = clock;
    }

    /** Runs the work when a slot is free, and holds the slot until it is done. The work may {@link #call}. */
    <T> CompletionStage<T> whenFree(Supplier<CompletionStage<T>> work) {
        return bulkhead.run(this, work, waitTimeout, timers);
    }

    /** As {@link #whenFree} if a slot is free now, and nothing otherwise. */
    <T> Optional<CompletionStage<T>> ifFree(Supplier<CompletionStage<T>> work) {
        return bulkhead.runIfFree(work);
    }

    /** Calls the loader when a slot is free. */
    CompletionStage<Loaded<V>> load(K key) {
        return whenFree(() -> call(key));
    }

    /** Calls the loader, for a bounded time. */
    CompletionStage<Loaded<V>> call(K key) {
        long at = clock.millis();
        long begun = timers.nanoTime();
        CompletionStage<Optional<V>> answer = Deadlines.within(
                Calls.start(() -> source.apply(key))
                        .thenApply(value -> Objects.requireNonNull(value, "a source answers an Optional, not null")),
                loadTimeout,
                timers,
                () -> new Unavailable("the load takes longer than " + loadTimeout));
        return answer.whenComplete((_, failure) -> meter.loaded(timers.nanoTime() - begun, failure != null))
                .thenApply(value -> new Loaded<>(value, at));
    }
}
