package io.nightmarket.bootstrap.cache;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Where the values of a cache come from.
 *
 * @param filter whether the key may exist; what may not is not loaded
 * @param weight of a value, in addition to that of its key, for the bounds of what is in memory
 */
public record Source<K, V>(
        Function<K, CompletionStage<Boolean>> filter,
        Function<K, CompletionStage<Optional<V>>> loader,
        ToIntFunction<V> weight) {
    /** Of values that are of about one size. */
    public Source(Function<K, CompletionStage<Boolean>> filter, Function<K, CompletionStage<Optional<V>>> loader) {
        this(filter, loader, _ -> 0);
    }

    /** A source without a filter. */
    public static <K, V> Source<K, V> of(Function<K, CompletionStage<Optional<V>>> loader) {
        return new Source<>(_ -> CompletableFuture.completedStage(true), loader);
    }

    /** The same, whose values weigh this. */
    public Source<K, V> weighing(ToIntFunction<V> each) {
        return new Source<>(filter, loader, each);
    }
}
