package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusOrderChanges;
import io.nightmarket.bootstrap.bus.EventBusSettlementEvents;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.list.OrderListMeter;
import io.nightmarket.domain.order.list.UpdateOrderLists;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.vertx.core.eventbus.EventBus;

/**
 * Changes of orders, and who is notified: the cached lists of their buyers, and buyers who look on. One per node.
 *
 * @param settlements all nodes get them; settled orders are put into lists after that
 */
record OrderAnnouncements(OrderListMeter meter, OrderChanges changes, SettlementEvents settlements) {
    static OrderAnnouncements of(Wiring wiring) {
        OrderListMeter meter = wiring.metrics().orderLists();
        UpdateOrderLists lists = new UpdateOrderLists(
                wiring.redis().orderLists(),
                wiring.mysql().recentOrders(),
                wiring.timers(),
                new Backoff(wiring.random()),
                meter);
        EventBus bus = wiring.vertx().eventBus();
        return new OrderAnnouncements(
                meter, new EventBusOrderChanges(bus, lists), new EventBusSettlementEvents(bus, lists::settled));
    }
}
