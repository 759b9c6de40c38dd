package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The shared cache and its filter with the call timeout of readers; leaves no ticket behind. */
final class BoundedCache<K, V> {
    private final Cache<K, V> shared;
    private final Function<K, CompletionStage<Boolean>> filter;
    private final Duration callTimeout;
    private final Timers timers;
    private final MissedWrites missed;

    /** @param callTimeout a slower cache counts as unavailable */
    BoundedCache(
            Cache<K, V> shared,
            Function<K, CompletionStage<Boolean>> filter,
            Duration callTimeout,
            Timers timers,
            MissedWrites missed) {
        this.shared = shared;
        this.filter = filter;
        this.callTimeout = callTimeout;
        this.timers = timers;
        this.missed = missed;
    }

    private <T> CompletionStage<T> within(CompletionStage<T> stage) {
        return Deadlines.within(stage, callTimeout, timers, () -> new TimedOut("the shared cache is slow"));
    }

    CompletionStage<Cached<V>> find(K key) {
        return within(shared.find(key));
    }

    /** The current entry; nothing when it is the one that was seen, or the cache can't be asked. */
    CompletionStage<Optional<Cached<V>>> findOtherThan(K key, long seen) {
        return find(key)
                .exceptionallyCompose(DomainFailure.<Cached<V>>fallBackOn(new Cached.Missing<>()))
                .thenApply(cached -> Optional.of(cached)
                        .filter(entry -> !(entry instanceof Cached.Missing<V>) && entry.version() != seen));
    }

    /** Whether the key may exist; true whatever is wrong with the filter. */
    CompletionStage<Boolean> mayExist(K key) {
        return within(Calls.start(() -> filter.apply(key)))
                .handle((may, failure) -> failure != null || !Boolean.FALSE.equals(may));
    }

    /** A ticket that is granted after the timeout is released. */
    CompletionStage<LoadTicket<V>> acquireTicket(K key, long seen) {
        CompletionStage<LoadTicket<V>> asked = shared.acquireTicket(key, seen);
        return within(asked).whenComplete((_, failure) -> {
            if (failure != null) {
                releaseLate(key, asked);
            }
        });
    }

    private void releaseLate(K key, CompletionStage<LoadTicket<V>> asked) {
        var _ = asked.thenAccept(ticket -> {
            if (ticket instanceof LoadTicket.Granted<V>(String granted)) {
                release(key, granted);
            }
        });
    }

    /** Renews the ticket until the load has ended: one whose loader died expires soon. */
    void renewDuring(CompletableFuture<?> load, K key, String ticket) {
        if (load.isDone()) {
            return;
        }
        Timers.Timer next = timers.after(callTimeout, () -> {
            var _ = missed.answerAnyway("a load ticket", Calls.start(() -> shared.renew(key, ticket)), true);
            renewDuring(load, key, ticket);
        });
        var _ = load.whenComplete((_, _) -> next.cancel());
    }

    /** Nothing when the cache could not store it; the ticket is used up or released. */
    CompletionStage<Optional<Cache.Put>> put(K key, Loaded<V> loaded, String ticket) {
        return within(Calls.start(() -> shared.put(key, loaded, ticket)))
                .thenApply(Optional::of)
                .exceptionally(failure -> {
                    missed.note("a cache entry", DomainFailure.causeOf(failure));
                    release(key, ticket);
                    return Optional.empty();
                });
    }

    void release(K key, String ticket) {
        var _ = missed.answerAnyway("a load ticket", shared.release(key, ticket), true);
    }
}
