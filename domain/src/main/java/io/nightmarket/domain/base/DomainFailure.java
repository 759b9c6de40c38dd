package io.nightmarket.domain.base;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not do its work, for a reason that lies outside of the caller and of the rules of the business.
 * A refusal by rule (sold out, wrong code) is never a failure: it is a value of the use case's outcome. Whatever is
 * thrown and is not a {@code DomainFailure} is a bug.
 *
 * <p>The message is for operators and logs; it never leaves the system. There is no stack trace: failures come in
 * thousands when a server is away, and the message and cause say where.
 */
public abstract sealed class DomainFailure extends RuntimeException permits Unavailable, TimedOut, Conflict, Corrupt {
    private static final long serialVersionUID = 1;

    DomainFailure(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }

    /** What a stage failed with, freed of the wrappers that a chain of stages puts around it. */
    public static Throwable causeOf(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Whether a server was away or did not answer in time: the same call may succeed later. */
    public static boolean isPassing(Throwable cause) {
        return cause instanceof Unavailable || cause instanceof TimedOut;
    }

    /** For {@code exceptionallyCompose}: answers this instead of a failure, but passes a bug on. */
    public static <T> Function<Throwable, CompletionStage<T>> fallBackOn(T answer) {
        return unlessBug(() -> CompletableFuture.completedStage(answer));
    }

    /** For {@code exceptionallyCompose}: does this instead of a failure, but passes a bug on. */
    public static <T> Function<Throwable, CompletionStage<T>> unlessBug(Supplier<CompletionStage<T>> otherwise) {
        return failure -> causeOf(failure) instanceof DomainFailure
                ? otherwise.get()
                : CompletableFuture.failedStage(causeOf(failure));
    }
}
