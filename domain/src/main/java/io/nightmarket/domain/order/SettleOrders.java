package io.nightmarket.domain.order;

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

/**
 * Carries the orders of one shard from the queue into the books: settle, return what was rejected, acknowledge, tell.
 * In this order, so that a crash anywhere leaves work to repeat and never work to guess.
 */
public final class SettleOrders {
    private final OrderQueue queue;
    private final OrderBooks books;
    private final OrderEvents events;
    private final Shard shard;
    private final int batch;
    private final Duration wait;

    /**
     * @param batch so many orders at most share one transaction
     * @param wait so long a step waits for the first order
     */
    public SettleOrders(OrderQueue queue, OrderBooks books, OrderEvents events, Shard shard, int batch, Duration wait) {
        this.queue = queue;
        this.books = books;
        this.events = events;
        this.shard = shard;
        this.batch = batch;
        this.wait = wait;
    }

    /** Becomes the writer, and finishes what the predecessor left between its commit and its acknowledgement. */
    public CompletionStage<OrderBooks.Writer> takeOver() {
        return books.becomeWriter(shard)
                .thenCompose(writer -> queue.acknowledge(shard, writer.lastSettled())
                        .thenCompose(_ -> writer.owedReturns())
                        .thenCompose(owed -> giveBack(writer, owed))
                        .thenApply(_ -> writer)
                        .exceptionallyCompose(failure -> writer.close()
                                .thenCompose(_ -> CompletableFuture.failedStage(DomainFailure.causeOf(failure)))));
    }

    /**
     * One step: reads the next orders and settles them. Answers how many entries it dealt with. After a failure the
     * writer is closed and only {@link #takeOver} helps; nothing was lost.
     */
    public CompletionStage<Integer> step(OrderBooks.Writer writer) {
        return queue.read(shard, writer.lastSettled(), batch, wait).thenCompose(entries -> {
            if (entries.isEmpty()) {
                return CompletableFuture.completedStage(0);
            }
            return settle(writer, entries)
                    .thenCompose(settlement -> finish(writer, entries.getLast().id(), settlement))
                    .thenApply(_ -> entries.size());
        });
    }

    private CompletionStage<Void> finish(OrderBooks.Writer writer, EntryId last, Settlement settlement) {
        return giveBack(writer, settlement.rejected())
                .thenCompose(_ -> queue.acknowledge(shard, last))
                .thenAccept(_ -> {
                    if (!settlement.settled().isEmpty()) {
                        events.settled(settlement.settled());
                    }
                });
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

    /** Settles the orders; when the database refuses their data, halves them until the one at fault is alone. */
    private CompletionStage<Settlement> settleRun(OrderBooks.Writer writer, List<QueuedOrder> orders) {
        if (orders.isEmpty()) {
            return CompletableFuture.completedStage(Settlement.NOTHING);
        }
        return writer.settle(orders).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            if (!(cause instanceof Corrupt)) {
                return CompletableFuture.failedStage(cause);
            }
            if (orders.size() == 1) {
                return refuse(writer, orders.getFirst(), cause);
            }
            int half = orders.size() / 2;
            return settleRun(writer, orders.subList(0, half))
                    .thenCompose(first -> settleRun(writer, orders.subList(half, orders.size()))
                            .thenApply(first::and));
        });
    }

    private CompletionStage<Settlement> refuse(OrderBooks.Writer writer, QueuedOrder order, Throwable cause) {
        return queue.setAside(shard, order.id(), String.valueOf(cause.getMessage()))
                .thenCompose(_ -> writer.reject(order, RejectionReason.UNWRITABLE));
    }

    private CompletionStage<Void> giveBack(OrderBooks.Writer writer, List<Purchase> owed) {
        if (owed.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (Purchase purchase : owed) {
            all = all.thenCompose(_ -> queue.giveBack(shard, purchase));
        }
        return all.thenCompose(_ -> writer.markReturned(owed));
    }
}
