package io.nightmarket.domain.order;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.QueueEntry.Malformed;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Carries the orders of one shard from the queue into the books: settle, tell, return what was rejected, acknowledge. In
 * this order, so that a crash anywhere leaves work to repeat and never work to guess.
 *
 * <p>Batches are as large as what waits, within bounds: while one commits, the next gathers; and when one was full, the
 * next is read meanwhile. A batch that fails is halved until the entry at fault is alone. What the database refuses is put
 * aside then; what fails otherwise is tried again, and put aside when it alone failed so many times although a new writer
 * could take over each time.
 */
public final class SettleOrders {
    private final OrderQueue queue;
    private final OrderBooks books;
    private final OrderEvents events;
    private final Shard shard;
    private final Limits limits;
    /** So many orders share a transaction for now. */
    private int most;

    private @Nullable EntryId troubled;
    private int tried;

    /**
     * The bounds of settling.
     *
     * @param batch so many orders at most share one transaction
     * @param patience so long a step waits for the first order
     * @param tries so often an order that fails alone is tried
     */
    public record Limits(int batch, Duration patience, int tries) {}

    public SettleOrders(OrderQueue queue, OrderBooks books, OrderEvents events, Shard shard, Limits limits) {
        this.queue = queue;
        this.books = books;
        this.events = events;
        this.shard = shard;
        this.limits = limits;
        this.most = limits.batch();
    }

    /** Becomes the writer, and finishes what the predecessor left between its commit and its acknowledgement. */
    public CompletionStage<Run> takeOver() {
        return books.becomeWriter(shard)
                .thenCompose(writer -> queue.acknowledge(shard, writer.lastSettled())
                        .thenApply(_ -> new Run(writer))
                        .exceptionallyCompose(failure -> writer.close()
                                .thenCompose(_ -> CompletableFuture.failedStage(DomainFailure.causeOf(failure)))));
    }

    /** One writer's work, step by step. After a failure only {@link #takeOver} helps; nothing was lost. */
    public final class Run {
        private final OrderBooks.Writer writer;
        private CompletionStage<Void> acknowledged = CompletableFuture.completedStage(null);
        private @Nullable CompletionStage<List<QueueEntry>> ahead;

        private Run(OrderBooks.Writer writer) {
            this.writer = writer;
        }

        /** Settles the next orders. Answers how many entries it dealt with; 0 when none came in time. */
        public CompletionStage<Integer> step() {
            return step(limits.patience());
        }

        /**
         * Settles all that waits, and acknowledges also what the books held before; done when nothing is left, which only
         * comes to pass while nobody is admitted.
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

        private CompletionStage<Integer> step(Duration patience) {
            return next(patience)
                    .thenCompose(entries -> entries.isEmpty()
                            ? acknowledged.thenApply(_ -> 0)
                            : settle(writer, entries)
                                    .thenCompose(settlement ->
                                            finish(entries.getLast().id(), settlement))
                                    .thenApply(_ -> entries.size()));
        }

        /** The last entry that the books hold. */
        public EntryId lastSettled() {
            return writer.lastSettled();
        }

        /** Gives up the writer; never fails. */
        public CompletionStage<Void> close() {
            return writer.close();
        }

        private CompletionStage<List<QueueEntry>> next(Duration patience) {
            CompletionStage<List<QueueEntry>> reading = ahead == null ? read(writer.lastSettled(), patience) : ahead;
            ahead = null;
            return reading.thenApply(entries -> {
                if (entries.size() >= most) {
                    ahead = read(entries.getLast().id(), patience);
                }
                return entries;
            });
        }

        /** The acknowledgement may take its time: how far the books are they know by themselves. */
        private CompletionStage<Void> finish(EntryId last, Settlement settlement) {
            if (!settlement.equals(Settlement.NOTHING)) {
                events.settled(settlement);
            }
            return giveBack(settlement.rejected())
                    .thenCompose(_ -> acknowledged)
                    .thenAccept(_ -> {
                        acknowledged = queue.acknowledge(shard, last);
                    });
        }
    }

    private CompletionStage<List<QueueEntry>> read(EntryId after, Duration patience) {
        return Calls.start(() -> queue.read(shard, after, most, patience));
    }

    /** Runs of orders between malformed entries are settled together; a malformed entry is set aside and passed. */
    private CompletionStage<Settlement> settle(OrderBooks.Writer writer, List<QueueEntry> entries) {
        CompletionStage<Settlement> all = CompletableFuture.completedStage(Settlement.NOTHING);
        List<QueuedOrder> run = new ArrayList<>();
        for (QueueEntry entry : entries) {
            switch (entry) {
                case QueuedOrder order -> run.add(order);
                case Malformed malformed -> {
                    List<QueuedOrder> before = List.copyOf(run);
                    run.clear();
                    all = all.thenCompose(done -> settleRun(writer, before).thenApply(done::and))
                            .thenCompose(done -> setAside(writer, malformed).thenApply(_ -> done));
                }
            }
        }
        return all.thenCompose(done -> settleRun(writer, run).thenApply(done::and));
    }

    private CompletionStage<Void> setAside(OrderBooks.Writer writer, Malformed malformed) {
        return queue.setAside(shard, malformed.id(), malformed.problem()).thenCompose(_ -> writer.skip(malformed.id()));
    }

    private CompletionStage<Settlement> settleRun(OrderBooks.Writer writer, List<QueuedOrder> orders) {
        if (orders.isEmpty()) {
            return CompletableFuture.completedStage(Settlement.NOTHING);
        }
        QueuedOrder first = orders.getFirst();
        if (orders.size() == 1 && first.id().equals(troubled) && tried >= limits.tries()) {
            return refuse(writer, first, "failed " + tried + " times");
        }
        return writer.settle(orders).thenApply(this::relaxed).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof Corrupt
                    ? settleHalves(writer, orders, cause)
                    : CompletableFuture.failedStage(remembered(cause, orders));
        });
    }

    /** The database refuses the data of one of them. */
    private CompletionStage<Settlement> settleHalves(
            OrderBooks.Writer writer, List<QueuedOrder> orders, Throwable cause) {
        if (orders.size() == 1) {
            return refuse(writer, orders.getFirst(), String.valueOf(cause.getMessage()));
        }
        int half = orders.size() / 2;
        return settleRun(writer, orders.subList(0, half))
                .thenCompose(first ->
                        settleRun(writer, orders.subList(half, orders.size())).thenApply(first::and));
    }

    private Settlement relaxed(Settlement settlement) {
        most = Math.min(limits.batch(), 2 * most);
        troubled = null;
        return settlement;
    }

    /** It may be the database, or one of these orders: fewer are tried next, and one alone only so often. */
    private Throwable remembered(Throwable cause, List<QueuedOrder> orders) {
        if (cause instanceof Conflict) {
            return cause;
        }
        EntryId first = orders.getFirst().id();
        tried = orders.size() == 1 && first.equals(troubled) ? tried + 1 : 1;
        troubled = orders.size() == 1 ? first : null;
        most = Math.max(1, orders.size() / 2);
        return cause;
    }

    private CompletionStage<Settlement> refuse(OrderBooks.Writer writer, QueuedOrder order, String reason) {
        return queue.setAside(shard, order.id(), reason)
                .thenCompose(_ -> writer.reject(order, RejectionReason.UNWRITABLE))
                .thenApply(this::relaxed);
    }

    /** So that others may have the units at once. The debts stand until {@link ReturnStock} has seen to them. */
    private CompletionStage<Void> giveBack(List<Purchase> rejected) {
        return OneByOne.doAll(rejected, purchase -> queue.giveBack(shard, purchase));
    }
}
