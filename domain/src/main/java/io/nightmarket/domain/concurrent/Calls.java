package io.nightmarket.domain.concurrent;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls of somebody else's code that answers with a stage. */
public final class Calls {
    private Calls() {}

    /** What the call brings; a call that throws, or brings none, brings a failed one. */
    public static <T> CompletionStage<T> start(Supplier<? extends CompletionStage<T>> call) {
        try {
            return Objects.requireNonNull(call.get(), "a call must bring a stage");
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
