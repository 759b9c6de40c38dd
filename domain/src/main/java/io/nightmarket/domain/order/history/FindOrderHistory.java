package io.nightmarket.domain.order.history;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.history.HistoryEntry.Source;
import io.nightmarket.domain.order.history.StoredHistory.Known;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Support asks what became of an order. A server that does not answer is named, and what the others know is returned. */
public final class FindOrderHistory {
    /** Orders of a queue that are looked through. */
    private static final int MAX_SEEN = 100_000;

    private final StoredHistory stored;
    private final Optional<OrderQueue> queue;
    private final Optional<OrderListCache> lists;
    private final Epochs epochs;
    private final Supplier<Set<Shard>> shards;

    /**
     * Where it looks.
     *
     * @param queue empty when the caller does not know it
     * @param shards all that orders may wait on
     */
    public FindOrderHistory(
            StoredHistory stored,
            Optional<OrderQueue> queue,
            Optional<OrderListCache> lists,
            Epochs epochs,
            Supplier<Set<Shard>> shards) {
        this.stored = stored;
        this.queue = queue;
        this.lists = lists;
        this.epochs = epochs;
        this.shards = shards;
    }

    /** All that is known, by time, and then how things are now; empty when no place knows the order. */
    public CompletionStage<List<HistoryEntry>> find(OrderId id) {
        return stored.of(id)
                .thenCompose(known -> waiting(id)
                        .thenCompose(waits -> inQueue(id, known)
                                .thenCompose(reservation -> inList(id, known)
                                        .thenApply(list -> join(id, known.entries(), waits, reservation, list)))));
    }

    private static List<HistoryEntry> join(
            OrderId id,
            List<HistoryEntry> entries,
            List<HistoryEntry> waits,
            List<HistoryEntry> reservation,
            List<HistoryEntry> list) {
        if (entries.isEmpty() && waits.isEmpty()) {
            return List.of();
        }
        return Stream.of(List.of(made(id)), entries, waits, reservation, list)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(entry -> Objects.requireNonNullElse(entry.at(), Instant.MAX)))
                .toList();
    }

    private static HistoryEntry made(OrderId id) {
        IdLayout.Parts parts = IdLayout.parts(id.value());
        return new HistoryEntry(
                parts.time(), Source.ID, "the id was made, as number " + parts.sequence() + " of its day");
    }

    private static HistoryEntry now(Source source, String text) {
        return new HistoryEntry(null, source, text);
    }

    private CompletionStage<List<HistoryEntry>> waiting(OrderId id) {
        if (queue.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        CompletionStage<List<HistoryEntry>> all = CompletableFuture.completedStage(List.of());
        for (Shard shard : shards.get()) {
            CompletionStage<List<HistoryEntry>> here = Calls.start(
                            () -> epochs.call(shard, epoch -> queue.get().findQueued(epoch, id)))
                    .thenCompose(found -> found.isEmpty()
                            ? CompletableFuture.completedStage(List.<HistoryEntry>of())
                            : entry(queue.get(), shard, id, EntryId.ZERO, 0)
                                    .exceptionallyCompose(DomainFailure.fallBackOn(List.of(waits(
                                            shard, " for buyer " + found.get().value())))))
                    .exceptionallyCompose(DomainFailure.fallBackOn(List.of()));
            all = all.thenCombine(
                    here,
                    (one, other) -> Stream.concat(one.stream(), other.stream()).toList());
        }
        return all;
    }

    /** Goes through what the writer has not settled; {@code before} orders were looked at. */
    private static CompletionStage<List<HistoryEntry>> entry(
            OrderQueue queue, Shard shard, OrderId id, EntryId after, int before) {
        return queue.read(shard, after, OrderQueue.MAX_BATCH, Duration.ZERO).thenCompose(entries -> {
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i) instanceof QueuedOrder order && order.order().equals(id)) {
                    return CompletableFuture.completedStage(admitted(shard, order, before + i));
                }
            }
            int seen = before + entries.size();
            if (entries.isEmpty()) {
                return CompletableFuture.completedStage(
                        List.of(now(Source.QUEUE, "left the queue of shard " + shard.number() + " just now")));
            }
            return seen >= MAX_SEEN
                    ? CompletableFuture.completedStage(List.of(waits(shard, ", behind more than " + seen)))
                    : entry(queue, shard, id, entries.getLast().id(), seen);
        });
    }

    private static HistoryEntry waits(Shard shard, String where) {
        return now(Source.QUEUE, "waits in the queue of shard " + shard.number() + where);
    }

    private static List<HistoryEntry> admitted(Shard shard, QueuedOrder order, int before) {
        return List.of(
                new HistoryEntry(
                        order.admittedAt(),
                        Source.QUEUE,
                        "admitted for buyer " + order.buyer().value()),
                waits(shard, " as entry " + order.id() + ", behind " + before + " that are tried before it"));
    }

    private CompletionStage<List<HistoryEntry>> inQueue(OrderId id, Known known) {
        if (queue.isEmpty() || known.shard().isEmpty() || known.purchase().isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        Purchase purchase = known.purchase().get();
        return Calls.start(() -> epochs.call(
                        known.shard().get(),
                        epoch -> queue.get()
                                .findOrder(epoch, purchase.voucher(), purchase.buyer())
                                .thenApply(found -> reservation(id, found) + ", epoch " + epoch.number())))
                .exceptionallyCompose(
                        DomainFailure.fallBackOn("not available: the queue does not answer, or is closed"))
                .thenApply(text -> List.of(now(Source.QUEUE, text)));
    }

    private static String reservation(OrderId id, Optional<OrderId> found) {
        return found.map(order -> order.equals(id)
                        ? "the buyer's reservation is for this order"
                        : "the buyer's reservation is for order " + order.value())
                .orElse("the buyer has no reservation");
    }

    private CompletionStage<List<HistoryEntry>> inList(OrderId id, Known known) {
        if (lists.isEmpty() || known.purchase().isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        return Calls.start(() ->
                        lists.get().read(known.purchase().get().buyer(), Optional.empty(), OrderListCache.MAX_ORDERS))
                .thenApply(slice -> slice.map(list -> list.orders().stream()
                                .filter(order -> order.id().equals(id))
                                .findFirst()
                                .map(order -> "in the buyer's cached list as " + order.status())
                                .orElse("not in the buyer's cached list"))
                        .orElse("the buyer's list is not cached"))
                .exceptionallyCompose(DomainFailure.fallBackOn("not available: the cache does not answer"))
                .thenApply(text -> List.of(now(Source.LIST, text)));
    }
}
