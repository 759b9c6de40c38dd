package io.nightmarket.domain.sale.queue;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How long a node goes on in an epoch that the database can't confirm. */
final class EpochsTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Epoch FIRST = new Epoch(Shard.FIRST, 0);
    private static final CompletionStage<Epoch> AWAY = CompletableFuture.failedStage(new Unavailable("away"));

    private final ManualTimers timers = new ManualTimers();
    private Optional<Duration> limit = Optional.of(LIMIT);
    private Supplier<CompletionStage<Epoch>> database = () -> CompletableFuture.completedStage(FIRST);

    private final Epochs epochs = new Epochs(_ -> database.get(), timers, () -> limit);

    private CompletionStage<Epoch> call() {
        return epochs.call(Shard.FIRST, CompletableFuture::completedStage);
    }

    @Test
    void anEpochThatIsTooOldIsRefusedWhileTheDatabaseIsAway() {
        assertEquals(FIRST, await(call()));
        database = () -> AWAY;
        timers.advance(LIMIT);
        assertEquals(FIRST, await(call()));

        timers.advance(Duration.ofNanos(1));

        assertInstanceOf(Unavailable.class, failureOf(call()));
        database = () -> CompletableFuture.completedStage(FIRST);
        assertEquals(FIRST, await(call()));
    }

    @Test
    void withoutALimitAnOutageOfTheDatabaseStopsNoCall() {
        limit = Optional.empty();
        assertEquals(FIRST, await(call()));
        database = () -> AWAY;

        timers.advance(Duration.ofDays(365));

        assertEquals(FIRST, await(call()));
    }

    @Test
    void afterARestTheFirstCallWaitsForTheDatabase() {
        assertEquals(FIRST, await(call()));
        timers.advance(Duration.ofHours(1));
        CompletableFuture<Epoch> slow = new CompletableFuture<>();
        database = () -> slow;
        CompletionStage<Epoch> waiting = call();
        assertFalse(waiting.toCompletableFuture().isDone());

        Epoch next = new Epoch(Shard.FIRST, 1);
        slow.complete(next);

        assertEquals(next, await(waiting));
    }

    /** The database may have ended the epoch right after it read it. */
    @Test
    void anAnswerIsAsOldAsItsQuestion() {
        CompletableFuture<Epoch> slow = new CompletableFuture<>();
        database = () -> slow;
        CompletionStage<Epoch> waiting = call();
        timers.advance(LIMIT);
        slow.complete(FIRST);
        assertEquals(FIRST, await(waiting));
        database = () -> AWAY;

        timers.advance(Duration.ofNanos(1));

        assertInstanceOf(Unavailable.class, failureOf(call()));
    }

    @Test
    void theLimitIsLookedUpAtEachCall() {
        limit = Optional.empty();
        assertEquals(FIRST, await(call()));
        database = () -> AWAY;
        timers.advance(LIMIT.plusSeconds(1));
        assertEquals(FIRST, await(call()));

        limit = Optional.of(LIMIT);

        assertInstanceOf(Unavailable.class, failureOf(call()));
    }
}
