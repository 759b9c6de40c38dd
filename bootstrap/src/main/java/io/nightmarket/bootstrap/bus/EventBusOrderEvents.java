package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled;
import io.nightmarket.domain.order.OrderEvents;
import io.nightmarket.domain.order.OrderId;
import io.vertx.core.eventbus.EventBus;
import java.util.List;

/** Publishes word of settled orders, one message per batch. */
public final class EventBusOrderEvents implements OrderEvents {
    private final EventBus bus;

    public EventBusOrderEvents(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public void settled(List<OrderId> orders) {
        OrdersSettled message =
                new OrdersSettled(orders.stream().map(OrderId::value).toList());
        bus.publish(message.address(), message);
    }
}
