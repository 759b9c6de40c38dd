package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Carries the orders of one shard from the queue into the database: settle, publish, release what was not sold,
 * acknowledge. In this order, so that a crash anywhere leaves work to repeat and never work to guess.
 *
 * <p>While one batch commits the next one is read. An entry becomes a dead letter only as {@link BisectBatches} says; on any
 * other failure settling fails, is tried again by its caller, and gives up no order.
 */
public final class SettleOrders {
    private final OrderQueue queue;
    private final OrderLedger ledger;
    private final SettlementEvents events;
    private final Shard shard;
    private final Duration waitTimeout;
    private final BisectBatches batches;
    private final SettleMeter meter;

    /**
     * @param batch the most orders in one transaction
     * @param waitTimeout how long a step waits for the first order
     */
    public SettleOrders(
            OrderQueue queue,
            OrderLedger ledger,
            SettlementEvents events,
            Shard shard,
            int batch,
            Duration waitTimeout,
            SettleMeter meter) {
        this.queue = queue;
        this.ledger = ledger;
        this.events = events;
        this.shard = shard;
        this.waitTimeout = waitTimeout;
        this.batches = new BisectBatches(batch);
        this.meter = meter;
    }

    /** Becomes the writer, and finishes what the predecessor left between its commit and its acknowledgement. */
    public CompletionStage<Run> takeOver() {
        return ledger.becomeWriter(shard)
                .thenCompose(writer -> queue.acknowledge(shard, writer.lastSettled())
                        .thenApply(_ -> new Run(writer))
                        .exceptionallyCompose(failure -> writer.close()
                                .thenCompose(_ -> CompletableFuture.failedStage(DomainFailure.causeOf(failure)))));
    }

    /** One writer's work, step by step. After a failure only {@link #takeOver} helps; nothing was lost. */
    public final class Run {
        private final OrderLedger.Writer writer;
        private CompletionStage<Void> acknowledged = CompletableFuture.completedStage(null);
        private @Nullable CompletionStage<List<QueueEntry>> ahead;

        private Run(OrderLedger.Writer writer) {
            this.writer = writer;
        }

        /** Settles the next orders. Answers how many entries it dealt with; 0 when none came in time. */
        public CompletionStage<Integer> step() {
            return step(waitTimeout);
        }

        /**
         * Settles all that waits, and acknowledges also what the database held before; done when nothing is left, which
         * only happens while no buyer is admitted.
         */
        public CompletionStage<Void> drain() {
            return step(Duration.ZERO)
                    .thenCompose(settled -> settled == 0 ? queue.acknowledge(shard, lastSettled()) : drain());
        }

        public Shard shard() {
            return shard;
        }

        /** Begins the next epoch of the shard. */
        public CompletionStage<Epoch> nextEpoch() {
            return writer.nextEpoch();
        }

        private CompletionStage<Integer> step(Duration wait) {
            return next(wait)
                    .thenCompose(entries -> entries.isEmpty()
                            ? acknowledged.thenApply(_ -> 0)
                            : settle(entries)
                                    .thenCompose(settlement -> finish(entries, settlement))
                                    .thenApply(_ -> entries.size()));
        }

        private CompletionStage<Settlement> settle(List<QueueEntry> entries) {
            Runnable end = meter.begin(entries.size());
            return batches.settle(writer, entries).thenApply(settlement -> {
                end.run();
                return settlement;
            });
        }

        /** The last entry that the database holds. */
        public EntryId lastSettled() {
            return writer.lastSettled();
        }

        /** Gives up the writer; never fails. */
        public CompletionStage<Void> close() {
            return writer.close();
        }

        private CompletionStage<List<QueueEntry>> next(Duration wait) {
            CompletionStage<List<QueueEntry>> reading = ahead == null ? read(writer.lastSettled(), wait) : ahead;
            ahead = null;
            return reading.thenApply(entries -> {
                if (entries.size() >= batches.size()) {
                    ahead = read(entries.getLast().id(), wait);
                }
                return entries;
            });
        }

        /** The acknowledgement may take its time: the database knows its last settled entry. */
        private CompletionStage<Void> finish(List<QueueEntry> entries, Settlement settlement) {
            if (settlement.decidedAny()) {
                events.settled(settlement);
                Set<Purchase> settled = Set.copyOf(settlement.settled());
                events.placed(entries.stream()
                        .filter(QueuedOrder.class::isInstance)
                        .map(QueuedOrder.class::cast)
                        .filter(order -> settled.contains(order.purchase()))
                        .toList());
            }
            EntryId last = entries.getLast().id();
            return release(settlement.unsold()).thenCompose(_ -> acknowledged).thenAccept(_ -> {
                acknowledged = queue.acknowledge(shard, last);
            });
        }
    }

    private CompletionStage<List<QueueEntry>> read(EntryId after, Duration wait) {
        return Calls.start(() -> queue.read(shard, after, batches.size(), wait));
    }

    /** Frees the units at once; what is left pending in the database is released again by a job. */
    private CompletionStage<Void> release(List<Purchase> unsold) {
        return unsold.isEmpty()
                ? CompletableFuture.completedStage(null)
                : ledger.epoch(shard)
                        .thenCompose(epoch -> OneByOne.doAll(unsold, purchase -> queue.release(epoch, purchase)));
    }
}
