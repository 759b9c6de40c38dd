package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class DeadlinesTest {
    private static final Duration LIMIT = Duration.ofMillis(100);

    private final ManualTimers timers = new ManualTimers();
    private final TimedOut late = new TimedOut("as planned");
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final CompletableFuture<String> bounded =
            Deadlines.within(stage, LIMIT, timers, () -> late).toCompletableFuture();

    @Test
    void whatComesInTimeIsTheOutcomeAndNoTimerIsLeft() {
        timers.advance(LIMIT.minusNanos(1));
        assertFalse(bounded.isDone());

        stage.complete("in time");

        assertEquals("in time", await(bounded));
        assertEquals(0, timers.waiting());
    }

    @Test
    void aFailureInTimeIsTheOutcomeToo() {
        Unavailable away = new Unavailable("away");

        stage.completeExceptionally(away);

        assertSame(away, failureOf(bounded));
        assertEquals(0, timers.waiting());
    }

    @Test
    void whatComesTooLateIsTheFailureAndTheStageGoesOn() {
        timers.advance(LIMIT);

        assertSame(late, failureOf(bounded));
        assertFalse(stage.isDone());
        assertTrue(stage.complete("late"));
        assertSame(late, failureOf(bounded));
    }

    @Test
    void whatIsThereAlreadyIsPassedOn() {
        assertEquals(
                "there", await(Deadlines.within(CompletableFuture.completedStage("there"), LIMIT, timers, () -> late)));
        assertEquals(1, timers.waiting(), "that of the other stage alone");
    }
}
