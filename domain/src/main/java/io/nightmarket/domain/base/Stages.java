package io.nightmarket.domain.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stages made of others. */
public final class Stages {
    private Stages() {}

    /** Continues with {@code onValue} or, with the cause freed of wrappers, with {@code onFailure}. */
    public static <T, R> CompletionStage<R> then(
            CompletionStage<T> stage,
            Function<? super T, ? extends CompletionStage<R>> onValue,
            Function<? super Throwable, ? extends CompletionStage<R>> onFailure) {
        return stage.<CompletionStage<R>>handle((value, failure) ->
                        failure == null ? onValue.apply(value) : onFailure.apply(DomainFailure.causeOf(failure)))
                .thenCompose(next -> next);
    }

    /** Begins {@code next} when the stage has ended, with a value or a failure. */
    public static <R> CompletionStage<R> afterwards(
            CompletionStage<?> stage, Supplier<? extends CompletionStage<R>> next) {
        return then(stage, _ -> next.get(), _ -> next.get());
    }

    /** Completes when all have ended, and fails when one of them failed. */
    public static CompletionStage<Void> all(Collection<? extends CompletionStage<?>> stages) {
        return CompletableFuture.allOf(
                stages.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new));
    }

    /** The values of all stages, in their order; fails when one of them failed. */
    public static <T> CompletionStage<List<T>> list(Collection<? extends CompletionStage<T>> stages) {
        CompletionStage<List<T>> all = CompletableFuture.completedStage(new ArrayList<>(stages.size()));
        for (CompletionStage<T> stage : stages) {
            all = all.thenCombine(stage, (list, next) -> {
                list.add(next);
                return list;
            });
        }
        return all.thenApply(List::copyOf);
    }

    /** The outcome of the stage, once {@code cleanup}, which begins after it, has ended; the cleanup's failure is dropped. */
    public static <T> CompletionStage<T> finallyDo(
            CompletionStage<T> stage, Supplier<? extends CompletionStage<?>> cleanup) {
        return afterwards(afterwards(stage, () -> cleanup.get().thenAccept(_ -> {})), () -> stage);
    }

    /** Completes the outcome as a stage ended, for {@code whenComplete}; a failure is freed of wrappers. */
    static <T> void complete(CompletableFuture<T> outcome, T value, @Nullable Throwable failure) {
        if (failure == null) {
            outcome.complete(value);
        } else {
            outcome.completeExceptionally(DomainFailure.causeOf(failure));
        }
    }

    /** Fails with this, once the cleanup has ended; the cleanup's failure is dropped. */
    public static <T> CompletionStage<T> failAfter(CompletionStage<?> cleanup, Throwable failure) {
        return afterwards(cleanup, () -> CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }
}
