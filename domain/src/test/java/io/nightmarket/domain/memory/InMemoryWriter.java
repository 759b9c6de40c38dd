package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.Settlement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A writer of {@link InMemoryLedger}. A check of everything comes before the first write, so nothing is rolled back. */
final class InMemoryWriter implements OrderLedger.Writer {
    private final Tables tables;
    private final Shard shard;
    private final long fence;
    private final Clock clock;
    private final long server;
    private final Set<OrderId> skipRequests;
    private EntryId lastSettled;
    private boolean closed;

    InMemoryWriter(Tables tables, Shard shard, long fence, Clock clock) {
        this.tables = tables;
        this.shard = shard;
        this.fence = fence;
        this.clock = clock;
        this.server = tables.server;
        this.skipRequests = new HashSet<>(tables.skipRequests(shard));
        this.lastSettled = tables.lastSettled.getOrDefault(shard, EntryId.ZERO);
    }

    @Override
    public EntryId lastSettled() {
        synchronized (tables) {
            return lastSettled;
        }
    }

    @Override
    public CompletionStage<Settlement> settle(List<QueuedOrder> orders) {
        return transaction(() -> {
            List<QueuedOrder> fresh = orders.stream()
                    .filter(order -> order.id().compareTo(lastSettled) > 0)
                    .toList();
            if (fresh.isEmpty()) {
                return Settlement.NOTHING;
            }
            if (fresh.stream().map(QueuedOrder::order).distinct().count() < fresh.size()) {
                throw new Corrupt("an order id stands twice in a batch");
            }
            List<QueuedOrder> unknownToBooks =
                    fresh.stream().filter(order -> !isInBooks(order)).toList();
            moveOn(fresh.getLast().id());
            List<Purchase> over = fresh.stream()
                    .filter(this::isOver)
                    .map(InMemoryWriter::purchase)
                    .toList();
            tables.owedBy(shard).addAll(over);
            return new Settlement(List.of(), List.of(), over).and(write(unknownToBooks));
        });
    }

    @Override
    public CompletionStage<Void> writeDeadLetter(QueueEntry entry, String reason) {
        return transaction(() -> {
                    if (entry.id().compareTo(lastSettled) > 0) {
                        moveOn(entry.id());
                        tables.writeDeadLetter(shard, entry, reason);
                        if (entry instanceof QueuedOrder order) {
                            skipRequests.remove(order.order());
                        }
                    }
                    return Settlement.NOTHING;
                })
                .thenAccept(_ -> {});
    }

    @Override
    public Set<OrderId> skipRequests() {
        return Set.copyOf(skipRequests);
    }

    @Override
    public CompletionStage<Boolean> acceptsOrders(QueuedOrder refused) {
        return transaction(() -> Settlement.NOTHING).thenApply(_ -> true);
    }

    @Override
    public CompletionStage<Epoch> nextEpoch() {
        return transaction(() -> {
                    tables.epochs.merge(shard, 1L, Long::sum);
                    return Settlement.NOTHING;
                })
                .thenApply(_ -> tables.epoch(shard));
    }

    @Override
    public CompletionStage<Void> close() {
        synchronized (tables) {
            closed = true;
            return CompletableFuture.completedStage(null);
        }
    }

    private CompletionStage<Settlement> transaction(Supplier<Settlement> work) {
        synchronized (tables) {
            if (closed || tables.server != server) {
                return CompletableFuture.failedStage(new Unavailable("the writer is closed"));
            }
            if (tables.fences.getOrDefault(shard, 0L) != fence) {
                closed = true;
                return CompletableFuture.failedStage(new Conflict("another is the writer of " + shard));
            }
            try {
                return CompletableFuture.completedStage(work.get());
            } catch (DomainFailure failure) {
                return CompletableFuture.failedStage(failure);
            }
        }
    }

    private boolean isInBooks(QueuedOrder order) {
        Order found = tables.orders.get(order.order());
        if (found == null) {
            return false;
        }
        if (!found.user().equals(order.buyer()) || !found.voucher().equals(order.voucher())) {
            throw new Corrupt("order " + order.order().value() + " stands in the ledger as another's");
        }
        return true;
    }

    private boolean isOver(QueuedOrder order) {
        Order found = tables.orders.get(order.order());
        return found != null && found.status().isOver();
    }

    private void moveOn(EntryId entry) {
        if (entry.compareTo(lastSettled) > 0) {
            lastSettled = entry;
            tables.lastSettled.put(shard, entry);
        }
    }

    private Settlement write(List<QueuedOrder> orders) {
        List<Purchase> settled = new ArrayList<>();
        List<Purchase> rejected = new ArrayList<>();
        for (QueuedOrder order : orders) {
            FlashSale sale = tables.sales.get(order.voucher());
            Tables.Rejection earlier = tables.rejections.get(order.order());
            if (tables.lost.contains(purchase(order))) {
                rejected.add(rejected(order, RejectionReason.LOST));
            } else if (earlier != null) {
                rejected.add(rejected(order, earlier.progress().reason()));
            } else if (sale == null || !sale.shard().equals(shard)) {
                rejected.add(rejected(order, RejectionReason.UNKNOWN_VOUCHER));
            } else if (tables.claimsOf(order.voucher()).containsKey(order.buyer())) {
                rejected.add(rejected(order, RejectionReason.ALREADY_BOUGHT));
            } else if (sale.stock() <= 0) {
                rejected.add(rejected(order, RejectionReason.SOLD_OUT));
            } else {
                sell(order, sale);
                settled.add(purchase(order));
            }
        }
        return new Settlement(settled, rejected);
    }

    private void sell(QueuedOrder queued, FlashSale sale) {
        tables.claimsOf(queued.voucher()).put(queued.buyer(), queued.order());
        tables.sales.put(sale.voucher(), FlashSales.with(sale, 0, -1));
        Order order = queued.settled();
        tables.orders.put(order.id(), order);
        tables.beginTimeToPay(order.id(), clock.instant());
    }

    private static Purchase purchase(QueuedOrder order) {
        return order.purchase();
    }

    private Purchase rejected(QueuedOrder order, RejectionReason reason) {
        Purchase purchase = purchase(order);
        tables.reject(shard, purchase, reason);
        return purchase;
    }
}
