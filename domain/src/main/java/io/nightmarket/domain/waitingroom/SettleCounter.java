package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.voucher.VoucherId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the settled orders of sales with a waiting room, by the events that reach this node. For several threads. */
public final class SettleCounter {
    private final Map<VoucherId, LongAdder> counts = new ConcurrentHashMap<>();

    /** Counts the orders of these sales from now on, and of no others. */
    void watch(Set<VoucherId> sales) {
        counts.keySet().retainAll(sales);
        sales.forEach(sale -> counts.computeIfAbsent(sale, _ -> new LongAdder()));
    }

    /** Costs nothing while no sale is watched. */
    public void settled(Settlement settlement) {
        if (counts.isEmpty()) {
            return;
        }
        for (Purchase purchase : settlement.settled()) {
            LongAdder count = counts.get(purchase.voucher());
            if (count != null) {
                count.increment();
            }
        }
    }

    /** The orders that were counted since the last call. */
    long take(VoucherId sale) {
        LongAdder count = counts.get(sale);
        return count == null ? 0 : count.sumThenReset();
    }
}
