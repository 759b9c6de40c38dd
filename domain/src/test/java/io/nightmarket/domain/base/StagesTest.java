package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class StagesTest {
    private final Unavailable away = new Unavailable("away");
    private final Unavailable later = new Unavailable("later");

    private static CompletionStage<Integer> value(int value) {
        return CompletableFuture.completedStage(value);
    }

    private CompletionStage<Integer> failed() {
        return CompletableFuture.failedStage(new CompletionException(away));
    }

    @Test
    void aStageIsContinuedByValueOrByCause() {
        CompletionStage<Integer> increased = Stages.then(value(1), one -> value(one + 1), _ -> value(0));
        CompletionStage<Throwable> cause =
                Stages.then(failed(), _ -> CompletableFuture.failedStage(later), CompletableFuture::completedStage);
        CompletionStage<Integer> failed =
                Stages.then(failed(), StagesTest::value, _ -> CompletableFuture.failedStage(later));

        assertEquals(2, await(increased));
        assertSame(away, await(cause));
        assertSame(later, failureOf(failed));
    }

    @Test
    void whatAContinuationThrowsIsTheFailure() {
        assertSame(
                later,
                failureOf(Stages.<Integer, Integer>then(
                        value(1),
                        _ -> {
                            throw later;
                        },
                        _ -> value(0))));
    }

    @Test
    void theNextStageBeginsAfterAnyOutcome() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletionStage<Integer> next = Stages.afterwards(first, () -> value(2));
        assertFalse(next.toCompletableFuture().isDone());
        first.completeExceptionally(away);
        assertEquals(2, await(next));
        assertEquals(2, await(Stages.afterwards(value(1), () -> value(2))));
    }

    @Test
    void aCleanupIsWaitedForAndChangesNoOutcome() {
        CompletableFuture<Integer> cleanup = new CompletableFuture<>();
        CompletionStage<Integer> cleaned = Stages.finallyDo(value(1), () -> cleanup);
        CompletionStage<Integer> failed = Stages.failAfter(cleanup, away);
        assertFalse(cleaned.toCompletableFuture().isDone());
        assertFalse(failed.toCompletableFuture().isDone());
        cleanup.completeExceptionally(later);

        assertEquals(1, await(cleaned));
        assertSame(away, failureOf(failed));
        assertSame(away, failureOf(Stages.finallyDo(failed(), () -> value(2))));
        assertEquals(1, await(Stages.finallyDo(value(1), () -> {
            throw later;
        })));
    }

    @Test
    void allWaitForTheLastAndFailWhenOneFails() {
        CompletableFuture<Integer> last = new CompletableFuture<>();
        CompletionStage<Void> all = Stages.all(List.of(value(1), last));
        CompletionStage<Void> failed = Stages.all(List.of(failed(), last));
        assertFalse(all.toCompletableFuture().isDone());
        assertFalse(failed.toCompletableFuture().isDone(), "the others are waited for after a failure, too");
        last.complete(2);
        await(all);
        assertSame(away, failureOf(failed));
        await(Stages.all(List.of()));
    }
}
