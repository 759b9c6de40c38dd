package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.OrdersChanged;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.sale.Purchase;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Publishes whose orders changed; the other listener is called as well. */
public final class EventBusOrderChanges implements OrderChanges {
    private final EventBus bus;
    private final OrderChanges other;

    public EventBusOrderChanges(EventBus bus, OrderChanges other) {
        this.bus = bus;
        this.other = other;
    }

    @Override
    public CompletionStage<Void> changed(List<Order> orders) {
        publish(orders.stream().map(Order::user));
        return other.changed(orders);
    }

    @Override
    public CompletionStage<Void> placed(List<Purchase> purchases) {
        publish(purchases.stream().map(Purchase::buyer));
        return other.placed(purchases);
    }

    private void publish(Stream<UserId> users) {
        List<Long> buyers = users.map(UserId::value).distinct().toList();
        if (!buyers.isEmpty()) {
            bus.publish(OrdersChanged.ADDRESS, new OrdersChanged(buyers));
        }
    }

    /** Passes what is published on any node to the listener. */
    public static void subscribe(EventBus bus, Consumer<Collection<UserId>> listener) {
        MessageConsumer<OrdersChanged> _ = bus.consumer(
                OrdersChanged.ADDRESS,
                message -> listener.accept(
                        message.body().buyers().stream().map(UserId::new).toList()));
    }
}
