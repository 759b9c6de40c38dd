package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the settled orders of sales with a waiting room, and of all sales of their shards, by the events that reach this node.
 * For several threads.
 */
public final class SettleCounter {
    private final SaleDirectory directory;
    private final Map<VoucherId, LongAdder> sales = new ConcurrentHashMap<>();
    private final Map<Shard, LongAdder> shards = new ConcurrentHashMap<>();

    public SettleCounter(SaleDirectory directory) {
        this.directory = directory;
    }

    /** Orders that were settled since the sale is watched: of the sale, and of all sales of its shard. */
    record Total(long sale, long shard) {}

    /** Counts the orders of these sales and their shards from now on, and of no others. */
    void watch(List<RoomSale> watched) {
        watch(sales, watched.stream().map(RoomSale::voucher).collect(Collectors.toSet()));
        watch(shards, watched.stream().map(RoomSale::shard).collect(Collectors.toSet()));
    }

    private static <K> void watch(Map<K, LongAdder> counts, Set<K> keys) {
        counts.keySet().retainAll(keys);
        keys.forEach(key -> counts.computeIfAbsent(key, _ -> new LongAdder()));
    }

    /** Costs nothing while no sale is watched. */
    public void settled(Settlement settlement) {
        if (!sales.isEmpty()) {
            settlement.settled().stream()
                    .collect(Collectors.groupingBy(Purchase::voucher, Collectors.counting()))
                    .forEach(this::add);
        }
    }

    /** Orders of a sale whose shard cannot be read are not counted for the shard. */
    private void add(VoucherId sale, long orders) {
        add(sales.get(sale), orders);
        var _ = directory
                .find(sale)
                .thenAccept(found -> found.ifPresent(terms -> add(shards.get(terms.shard()), orders)));
    }

    private static void add(@Nullable LongAdder count, long orders) {
        if (count != null) {
            count.add(orders);
        }
    }

    Total total(RoomSale sale) {
        return new Total(sum(sales.get(sale.voucher())), sum(shards.get(sale.shard())));
    }

    private static long sum(@Nullable LongAdder count) {
        return count == null ? 0 : count.sum();
    }
}
