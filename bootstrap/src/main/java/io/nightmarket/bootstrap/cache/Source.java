package io.nightmarket.bootstrap.cache;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Where the values of a cache come from.
 *
 * @param filter whether the key may exist; what may not is not loaded
 */
public record Source<K, V>(
        Function<K, CompletionStage<Boolean>> filter, Function<K, CompletionStage<Optional<V>>> loader) {
    /** A source without a filter. */
    public static <K, V> Source<K, V> of(Function<K, CompletionStage<Optional<V>>> loader) {
        return new Source<>(_ -> CompletableFuture.completedStage(true), loader);
    }
}
