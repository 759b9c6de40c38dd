package io.nightmarket.domain.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls of somebody else's code that answers with a stage. */
public final class Calls {
    private Calls() {}

    /** What the call brings; a call that throws brings a failed stage. */
    public static <T> CompletionStage<T> start(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
