package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue of one shard whose entries a test writes, so that it can hold what no admission would write. */
public final class ListQueue {
    public final WholeQueue ports = WholeQueue.partly(this);
    public final TreeMap<EntryId, QueueEntry> entries = new TreeMap<>();
    public final Map<VoucherId, Map<UserId, OrderId>> buyers = new HashMap<>();
    public final Map<VoucherId, Long> free = new HashMap<>();
    public final List<VoucherId> opened = new ArrayList<>();
    private long sequence;

    public QueueEntry.QueuedOrder append(long order, VoucherId voucher, long user) {
        QueueEntry.QueuedOrder entry = new QueueEntry.QueuedOrder(
                new EntryId(1, ++sequence), new Purchase(new OrderId(order), voucher, new UserId(user)), Instant.EPOCH);
        entries.put(entry.id(), entry);
        buyers.computeIfAbsent(voucher, _ -> new HashMap<>()).put(entry.buyer(), entry.order());
        free.merge(voucher, -1L, Long::sum);
        return entry;
    }

    public int buyersOf(VoucherId voucher) {
        return buyers.getOrDefault(voucher, Map.of()).size();
    }

    public EntryId appendMalformed() {
        EntryId id = new EntryId(1, ++sequence);
        entries.put(id, new QueueEntry.Malformed(id, "no such field"));
        return id;
    }

    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return CompletableFuture.completedStage(Changed.calls(SaleOpening.class, (_, method, _) -> {
            if (method.getName().equals("open")) {
                opened.add(sale.voucher());
                free.putIfAbsent(sale.voucher(), sale.stock());
            }
            return CompletableFuture.completedStage(null);
        }));
    }

    public CompletionStage<Boolean> change(FlashSale sale) {
        return CompletableFuture.completedStage(opened.contains(sale.voucher()));
    }

    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return CompletableFuture.completedStage(true);
    }

    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return CompletableFuture.completedStage(entries.values().stream()
                .filter(entry -> entry instanceof QueueEntry.QueuedOrder queued
                        && queued.order().equals(order))
                .map(entry -> ((QueueEntry.QueuedOrder) entry).buyer())
                .findFirst());
    }

    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        return CompletableFuture.completedStage(
                entries.tailMap(after, false).values().stream().limit(max).toList());
    }

    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        entries.headMap(last, true).clear();
        return CompletableFuture.completedStage(null);
    }

    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        boolean held = buyers.getOrDefault(purchase.voucher(), Map.of())
                .getOrDefault(purchase.buyer(), new OrderId(Long.MAX_VALUE))
                .equals(purchase.order());
        if (held) {
            buyers.getOrDefault(purchase.voucher(), new HashMap<>()).remove(purchase.buyer());
            free.merge(purchase.voucher(), 1L, Long::sum);
        }
        return CompletableFuture.completedStage(held ? Release.RELEASED : Release.NOT_RESERVED);
    }
}
