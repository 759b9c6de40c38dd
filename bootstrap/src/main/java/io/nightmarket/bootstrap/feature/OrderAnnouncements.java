package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusOrderChanges;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.list.OrderListMeter;
import io.nightmarket.domain.order.list.UpdateOrderLists;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.nightmarket.domain.sale.settlement.SettlementStall;
import java.util.List;

/** Changes of orders, and who is notified: the cached lists of their buyers, and buyers who look on. One per node. */
final class OrderAnnouncements {
    private final OrderListMeter meter;
    private final UpdateOrderLists lists;
    private final OrderChanges changes;

    OrderAnnouncements(Wiring wiring) {
        this.meter = wiring.metrics().orderLists();
        this.lists = new UpdateOrderLists(
                wiring.redis().orderLists(),
                wiring.mysql().recentOrders(),
                wiring.timers(),
                new Backoff(wiring.random()),
                meter);
        this.changes = new EventBusOrderChanges(wiring.vertx().eventBus(), lists);
    }

    OrderListMeter meter() {
        return meter;
    }

    OrderChanges changes() {
        return changes;
    }

    /** Settled orders are put into lists after these events, which all nodes get. */
    SettlementEvents after(SettlementEvents events) {
        return new SettlementEvents() {
            @Override
            public void settled(Settlement settlement) {
                events.settled(settlement);
            }

            @Override
            public void placed(List<QueuedOrder> orders) {
                var _ = lists.settled(orders);
            }

            @Override
            public void stalled(SettlementStall stall) {
                events.stalled(stall);
            }
        };
    }
}
