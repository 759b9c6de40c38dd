package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class SingleFlightTest {
    private final SingleFlight<String, String> flights = new SingleFlight<>();
    private final List<CompletableFuture<String>> calls = new ArrayList<>();

    private CompletionStage<String> run() {
        return flights.run("key", _ -> {
            CompletableFuture<String> call = new CompletableFuture<>();
            calls.add(call);
            return call;
        });
    }

    @Test
    void whoComesDuringACallGetsItsOutcome() {
        CompletionStage<String> first = run();
        CompletionStage<String> second = run();

        calls.getFirst().complete("done");

        assertEquals("done", await(first));
        assertEquals("done", await(second));
        assertEquals(1, calls.size());
        var _ = run();
        assertEquals(2, calls.size());
    }

    @Test
    void aFailureReachesAllCallersAndIsNotRemembered() {
        IllegalStateException failure = new IllegalStateException("as planned");
        CompletionStage<String> first = run();
        CompletionStage<String> second = run();

        calls.getFirst().completeExceptionally(failure);

        assertSame(failure, failureOf(first));
        assertSame(failure, failureOf(second));
        assertSame(failure, failureOf(flights.run("other", _ -> {
            throw failure;
        })));
        var _ = run();
        assertEquals(2, calls.size());
    }

    @Test
    void aFirstCallerThatCancelsLeavesTheOthersTheirAnswer() {
        CompletionStage<String> first = run();
        CompletionStage<String> second = run();

        first.toCompletableFuture().cancel(true);
        assertFalse(second.toCompletableFuture().isDone());
        calls.getFirst().complete("done");

        assertEquals("done", await(second));
        CompletionStage<String> later = run();
        assertEquals(2, calls.size(), "the flight ended with its call");
        calls.getLast().complete("later");
        assertEquals("later", await(later));
    }

    @Test
    void whatAJoinerMakesOfItsAnswerDecidesItForNobodyElse() {
        CompletionStage<String> first = run();
        CompletionStage<String> cancelling = run();
        CompletionStage<String> deciding = run();
        CompletionStage<String> waiting = run();

        cancelling.toCompletableFuture().cancel(true);
        deciding.toCompletableFuture().complete("made up");

        assertFalse(first.toCompletableFuture().isDone());
        assertFalse(waiting.toCompletableFuture().isDone());
        calls.getFirst().complete("done");
        assertEquals("done", await(first));
        assertEquals("done", await(waiting));
    }

    @Test
    void whoComesAfterTheKeyWasForgottenStartsACallOfItsOwn() {
        CompletionStage<String> before = run();
        flights.forget("key");
        CompletionStage<String> after = run();

        calls.getFirst().complete("before");
        CompletionStage<String> joining = run();
        calls.getLast().complete("after");

        assertEquals("before", await(before));
        assertEquals("after", await(after));
        assertEquals("after", await(joining), "the end of the first call ends no later flight");
        assertEquals(2, calls.size());
    }
}
