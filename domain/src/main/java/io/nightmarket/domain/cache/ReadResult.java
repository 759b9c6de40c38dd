package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Stages;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The answer to a reader.
 *
 * @param value empty when there is no such thing
 * @param loadedAt when it was loaded
 * @param stale past its soft TTL, and served because a rebuild runs or the source is unavailable
 */
public record ReadResult<V>(Optional<V> value, Instant loadedAt, boolean stale) {
    /** A value that was read, or assumed, at this moment. */
    public static <V> ReadResult<V> now(V value, Clock clock) {
        return new ReadResult<>(Optional.of(value), clock.instant(), false);
    }

    /** This reading, marked stale. */
    public ReadResult<V> asStale() {
        return new ReadResult<>(value, loadedAt, true);
    }

    /** As {@link #map}, to a value or none. */
    public <W> ReadResult<W> flatMap(Function<? super V, Optional<W>> change) {
        return new ReadResult<>(value.flatMap(change), loadedAt, stale);
    }

    /** Changes the value; the result is as old and as stale as before. */
    public <W> ReadResult<W> map(Function<? super V, ? extends W> change) {
        return new ReadResult<>(value.map(change), loadedAt, stale);
    }

    /**
     * What is found of these keys, all asked for at once, in their order; as old as the oldest of it, and stale when any of it
     * is. It always has a value.
     */
    public static <K, V> CompletionStage<ReadResult<List<V>>> gather(
            ReadResult<List<K>> keys, Function<K, CompletionStage<ReadResult<V>>> finder) {
        List<K> wanted = keys.value().orElse(List.of());
        List<CompletableFuture<ReadResult<V>>> asked = new ArrayList<>(wanted.size());
        for (K key : wanted) {
            asked.add(finder.apply(key).toCompletableFuture());
        }
        return Stages.all(asked).thenApply(_ -> together(keys, asked));
    }

    private static <V> ReadResult<List<V>> together(ReadResult<?> keys, List<CompletableFuture<ReadResult<V>>> done) {
        List<V> found = new ArrayList<>(done.size());
        Instant oldest = keys.loadedAt();
        boolean stale = keys.stale();
        ReadResult<V> nothing = new ReadResult<>(Optional.empty(), oldest, false);
        for (CompletableFuture<ReadResult<V>> each : done) {
            ReadResult<V> next = each.getNow(nothing);
            next.value().ifPresent(found::add);
            oldest = next.loadedAt().isBefore(oldest) ? next.loadedAt() : oldest;
            stale |= next.stale();
        }
        return new ReadResult<>(Optional.of(found), oldest, stale);
    }
}
