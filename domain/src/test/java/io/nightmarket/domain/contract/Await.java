package io.nightmarket.domain.contract;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;

import io.nightmarket.domain.failure.DomainFailure;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits, on the test's own thread, for what a port answers. */
public final class Await {
    private static final long SECONDS = 20;

    private Await() {}

    /** The answer; a failure is thrown as it is. */
    public static <T extends @Nullable Object> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = DomainFailure.causeOf(e.getCause() == null ? e : e.getCause());
            if (cause instanceof DomainFailure failure) {
                throw failure;
            }
            throw new AssertionError("failed with a bug: " + cause, cause);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The failure of this kind that the call must end in. */
    public static <F extends DomainFailure> F failureOf(Class<F> kind, CompletionStage<?> stage) {
        try {
            var unexpected = await(stage);
            return fail("expected " + kind.getSimpleName() + " but was answered " + unexpected);
        } catch (DomainFailure failure) {
            return assertInstanceOf(kind, failure);
        }
    }
}
