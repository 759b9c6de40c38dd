package io.nightmarket.domain.base;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls of foreign code that answers with a stage. */
public final class Calls {
    private Calls() {}

    /** The call's stage; a failed one when the call throws, be it a checked exception, or answers none. */
    public static <T> CompletionStage<T> start(Supplier<? extends CompletionStage<T>> call) {
        try {
            return Objects.requireNonNull(call.get(), "a call must answer a stage");
        } catch (Throwable e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
