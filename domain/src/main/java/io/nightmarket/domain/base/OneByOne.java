package io.nightmarket.domain.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Work done in several steps, one after the other, or in a few lanes of such. */
public final class OneByOne {
    private OneByOne() {}

    /** Works on all of them, also after failures. Answers the first failure; never fails itself. */
    public static <T> CompletionStage<Optional<Throwable>> tryAll(
            List<T> things, Function<? super T, ? extends CompletionStage<?>> work) {
        CompletionStage<Optional<Throwable>> all = CompletableFuture.completedStage(Optional.empty());
        for (T thing : things) {
            all = all.thenCompose(earlier -> Calls.start(() -> work.apply(thing).thenApply(_ -> earlier))
                    .exceptionally(failure -> earlier.or(() -> Optional.of(DomainFailure.causeOf(failure)))));
        }
        return all;
    }

    /** As {@link #tryAll(List, Function)}, in this number of lanes at once, each with its share of the things. */
    public static <T> CompletionStage<Optional<Throwable>> tryAll(
            int lanes, List<T> things, Function<? super T, ? extends CompletionStage<?>> work) {
        CompletionStage<Optional<Throwable>> all = CompletableFuture.completedStage(Optional.empty());
        for (int lane = 0; lane < Math.min(lanes, things.size()); lane++) {
            List<T> share = new ArrayList<>();
            for (int i = lane; i < things.size(); i += lanes) {
                share.add(things.get(i));
            }
            all = all.thenCombine(tryAll(share, work), (earlier, failure) -> earlier.or(() -> failure));
        }
        return all;
    }

    /** Fails with this failure, if there is one. */
    public static CompletionStage<Void> failIfAny(Optional<Throwable> failure) {
        return failure.<CompletionStage<Void>>map(CompletableFuture::failedStage)
                .orElseGet(() -> CompletableFuture.completedStage(null));
    }

    /** Works on all of them until one fails. */
    public static <T> CompletionStage<Void> doAll(
            List<T> things, Function<? super T, ? extends CompletionStage<?>> work) {
        CompletionStage<Void> all = CompletableFuture.completedStage(null);
        for (T thing : things) {
            all = all.thenCompose(_ -> work.apply(thing).thenAccept(_ -> {}));
        }
        return all;
    }

    /** Repeats the step, which answers how much it did, until it did nothing or failed. */
    public static CompletionStage<Void> untilNothingIsLeft(Supplier<? extends CompletionStage<Integer>> step) {
        return step.get()
                .thenCompose(done -> done == 0 ? CompletableFuture.completedStage(null) : untilNothingIsLeft(step));
    }
}
