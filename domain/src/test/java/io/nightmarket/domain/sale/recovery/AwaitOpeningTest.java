package io.nightmarket.domain.sale.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class AwaitOpeningTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Shard SECOND = new Shard(2);

    private final ManualTimers timers = new ManualTimers();
    private final Set<Shard> open = new HashSet<>();
    private boolean away;
    private final AwaitOpening opening = new AwaitOpening(
            Changed.calls(
                    OrderLedger.class,
                    (_, _, arguments) -> CompletableFuture.completedStage(
                            new Epoch((Shard) Objects.requireNonNull(arguments)[0], 1))),
            Changed.calls(
                    QueueEpochs.class,
                    (_, _, arguments) -> away
                            ? CompletableFuture.failedStage(new Unavailable("away"))
                            : CompletableFuture.completedStage(
                                    open.contains(((Epoch) Objects.requireNonNull(arguments)[0]).shard()))),
            timers);

    private CompletableFuture<Boolean> await() {
        return opening.await(List.of(Shard.FIRST, SECOND), TIMEOUT).toCompletableFuture();
    }

    @Test
    void theAnswerComesWhenTheLastShardOpens() {
        away = true;
        CompletableFuture<Boolean> all = await();
        timers.advance(TIMEOUT.dividedBy(4));
        away = false;
        open.add(SECOND);
        timers.advance(TIMEOUT.dividedBy(4));
        assertFalse(all.isDone());

        open.add(Shard.FIRST);
        timers.advance(TIMEOUT.dividedBy(4));

        assertEquals(true, all.getNow(null));
        assertEquals(0, timers.waiting());
    }

    @Test
    void afterTheTimeoutTheAnswerIsFalse() {
        open.add(Shard.FIRST);
        CompletableFuture<Boolean> all = await();

        for (int i = 0; i < 40; i++) {
            timers.advance(Duration.ofMillis(50));
        }

        assertEquals(false, all.getNow(null));
        assertEquals(0, timers.waiting());
    }
}
