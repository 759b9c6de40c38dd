package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled;
import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled.Bought;
import io.nightmarket.bootstrap.bus.BusMessage.SettlementStalled;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.nightmarket.domain.sale.settlement.SettlementStall;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Publishes outcomes of settlement, one message per batch; orders that are new in the database go to a function. */
public final class EventBusSettlementEvents implements SettlementEvents {
    private final EventBus bus;
    private final Function<List<QueuedOrder>, CompletionStage<Void>> placed;

    /** @param placed takes the orders that are new in the database */
    public EventBusSettlementEvents(EventBus bus, Function<List<QueuedOrder>, CompletionStage<Void>> placed) {
        this.bus = bus;
        this.placed = placed;
    }

    @Override
    public void settled(Settlement settlement) {
        OrdersSettled message = new OrdersSettled(bought(settlement.settled()), bought(settlement.rejected()));
        bus.publish(OrdersSettled.ADDRESS, message);
    }

    @Override
    public void placed(List<QueuedOrder> orders) {
        var _ = placed.apply(orders);
    }

    @Override
    public void stalled(SettlementStall stall) {
        SettlementStalled message =
                new SettlementStalled(stall.shard().number(), stall.since().toEpochMilli(), stall.reason());
        bus.publish(SettlementStalled.ADDRESS, message);
    }

    /** Passes what is published on any node to the listener, on the caller's event loop. */
    public static void subscribe(EventBus bus, SettlementEvents listener) {
        MessageConsumer<OrdersSettled> _ = bus.consumer(
                OrdersSettled.ADDRESS,
                message -> listener.settled(new Settlement(
                        purchases(message.body().settled()),
                        purchases(message.body().rejected()))));
    }

    /** As {@link #subscribe}, for the stalls. */
    public static void subscribeToStalls(EventBus bus, Consumer<SettlementStall> listener) {
        MessageConsumer<SettlementStalled> _ = bus.consumer(
                SettlementStalled.ADDRESS,
                message -> listener.accept(new SettlementStall(
                        new Shard(message.body().shard()),
                        Instant.ofEpochMilli(message.body().sinceMillis()),
                        message.body().reason())));
    }

    private static List<Bought> bought(List<Purchase> purchases) {
        return purchases.stream()
                .map(purchase -> new Bought(
                        purchase.order().value(),
                        purchase.voucher().value(),
                        purchase.buyer().value()))
                .toList();
    }

    private static List<Purchase> purchases(List<Bought> bought) {
        return bought.stream()
                .map(one ->
                        new Purchase(new OrderId(one.order()), new VoucherId(one.voucher()), new UserId(one.buyer())))
                .toList();
    }
}
