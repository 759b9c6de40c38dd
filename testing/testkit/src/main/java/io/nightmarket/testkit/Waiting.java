package io.nightmarket.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits, off the event loops, for what they do. Every failure is an {@link IOException}. */
public final class Waiting {
    private static final Duration USUAL = Duration.ofMinutes(1);

    private Waiting() {}

    public static <T> T await(CompletionStage<T> stage) throws IOException {
        return await(stage, USUAL);
    }

    public static <T> T await(CompletionStage<T> stage, Duration limit) throws IOException {
        try {
            return stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
