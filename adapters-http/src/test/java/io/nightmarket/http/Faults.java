package io.nightmarket.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets one kind of call fail, throw or hang until it is mended, and counts them. */
final class Faults {
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<@Nullable Supplier<CompletionStage<?>>> fault = new AtomicReference<>();
    private final CompletableFuture<Void> hanging = new CompletableFuture<>();

    void failWith(Throwable failure) {
        fault.set(() -> CompletableFuture.failedStage(failure));
    }

    void throwThis(RuntimeException failure) {
        fault.set(() -> {
            throw failure;
        });
    }

    /** The next calls answer when this future does. */
    CompletableFuture<Void> hang() {
        CompletableFuture<Void> until = new CompletableFuture<>();
        fault.set(() -> {
            hanging.complete(null);
            return until;
        });
        return until;
    }

    /** Completes when the first call hangs. */
    CompletableFuture<Void> hanging() {
        return hanging;
    }

    void mend() {
        fault.set(null);
    }

    /** So many were made so far, however they ended. */
    int calls() {
        return calls.get();
    }

    <T> CompletionStage<T> before(Supplier<CompletionStage<T>> call) {
        calls.incrementAndGet();
        Supplier<CompletionStage<?>> planned = fault.get();
        return planned == null ? call.get() : planned.get().thenCompose(_ -> call.get());
    }
}
