package io.nightmarket.domain.sale.recovery;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Whether shards admit buyers: in the queue the epoch is open that the database has. */
public final class AwaitOpening {
    private static final Duration POLL = Duration.ofMillis(50);

    private final OrderLedger ledger;
    private final QueueEpochs epochs;
    private final Timers timers;

    public AwaitOpening(OrderLedger ledger, QueueEpochs epochs, Timers timers) {
        this.ledger = ledger;
        this.epochs = epochs;
        this.timers = timers;
    }

    /** Fails as ledger and epochs do. */
    public CompletionStage<Boolean> isOpen(Shard shard) {
        return ledger.epoch(shard).thenCompose(epochs::isOpen);
    }

    /** Completes when all of them admit buyers, or with false after the timeout. */
    public CompletionStage<Boolean> await(Collection<Shard> shards, Duration timeout) {
        return await(shards, timers.nanoTime() + timeout.toNanos());
    }

    private CompletionStage<Boolean> await(Collection<Shard> shards, long until) {
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (Shard shard : shards) {
            all = all.thenCompose(
                    open -> open ? isOpen(shard).exceptionally(_ -> false) : CompletableFuture.completedStage(false));
        }
        return all.thenCompose(open -> open || timers.nanoTime() - until > 0
                ? CompletableFuture.completedStage(open)
                : timers.pause(POLL).thenCompose(_ -> await(shards, until)));
    }
}
