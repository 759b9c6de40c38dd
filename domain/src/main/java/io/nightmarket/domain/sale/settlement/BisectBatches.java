package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.Malformed;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Writes batches of orders. One whose data the database refuses is halved until the order at fault is alone; it becomes a
 * dead letter if the tables still take other orders. No other failure is an order's fault.
 */
final class BisectBatches {
    private final int max;
    /** Halved by each time-out, doubled by each commit. */
    private int size;

    BisectBatches(int max) {
        this.max = max;
        this.size = max;
    }

    /** How many entries the next batch should have. */
    int size() {
        return size;
    }

    /** Runs of orders between entries that become dead letters are settled together. */
    CompletionStage<Settlement> settle(OrderLedger.Writer writer, List<QueueEntry> entries) {
        CompletionStage<Settlement> all = CompletableFuture.completedStage(Settlement.NOTHING);
        List<QueuedOrder> run = new ArrayList<>();
        for (QueueEntry entry : entries) {
            Optional<String> problem = problem(writer, entry);
            if (problem.isEmpty() && entry instanceof QueuedOrder order) {
                run.add(order);
                continue;
            }
            List<QueuedOrder> before = List.copyOf(run);
            run.clear();
            all = all.thenCompose(done -> settleRun(writer, before).thenApply(done::and))
                    .thenCompose(done ->
                            writer.writeDeadLetter(entry, problem.orElseThrow()).thenApply(_ -> done));
        }
        return all.thenCompose(done -> settleRun(writer, run).thenApply(done::and));
    }

    /** Why an entry becomes a dead letter before it is tried. */
    private static Optional<String> problem(OrderLedger.Writer writer, QueueEntry entry) {
        return switch (entry) {
            case Malformed malformed -> Optional.of(malformed.problem());
            case QueuedOrder order ->
                writer.skipRequests().contains(order.order())
                        ? Optional.of("skipped by an operator")
                        : Optional.empty();
        };
    }

    private CompletionStage<Settlement> settleRun(OrderLedger.Writer writer, List<QueuedOrder> orders) {
        if (orders.isEmpty()) {
            return CompletableFuture.completedStage(Settlement.NOTHING);
        }
        return writer.settle(orders)
                .thenApply(settlement -> {
                    size = Math.min(max, 2 * size);
                    return settlement;
                })
                .exceptionallyCompose(failure -> {
                    Throwable cause = DomainFailure.causeOf(failure);
                    if (cause instanceof Corrupt) {
                        return orders.size() == 1
                                ? writeDeadLetter(writer, orders.getFirst(), cause)
                                : settleHalves(writer, orders);
                    }
                    if (cause instanceof TimedOut) {
                        size = Math.max(1, orders.size() / 2);
                    }
                    return CompletableFuture.failedStage(cause);
                });
    }

    private CompletionStage<Settlement> settleHalves(OrderLedger.Writer writer, List<QueuedOrder> orders) {
        int half = orders.size() / 2;
        return settleRun(writer, orders.subList(0, half))
                .thenCompose(first ->
                        settleRun(writer, orders.subList(half, orders.size())).thenApply(first::and));
    }

    /**
     * Circuit breaker: while the tables refuse what they took before, no order is given up; nor is one that they refused
     * before the repair.
     */
    private static CompletionStage<Settlement> writeDeadLetter(
            OrderLedger.Writer writer, QueuedOrder order, Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        return writer.acceptsOrders(order)
                .thenCompose(accepts -> accepts
                        ? settleOrWriteDeadLetter(writer, order)
                        : CompletableFuture.failedStage(new Unavailable("the tables refuse every order: " + reason)));
    }

    private static CompletionStage<Settlement> settleOrWriteDeadLetter(OrderLedger.Writer writer, QueuedOrder order) {
        return writer.settle(List.of(order)).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof Corrupt
                    ? writer.writeDeadLetter(order, String.valueOf(cause.getMessage()))
                            .thenApply(_ -> Settlement.NOTHING)
                    : CompletableFuture.failedStage(cause);
        });
    }
}
