package io.nightmarket.bootstrap.bus;

import io.nightmarket.bootstrap.bus.BusMessage.SaleChanged;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.function.Consumer;

/** Publishes sales whose terms changed, for the directories of all nodes. */
public final class EventBusSaleChanges implements Consumer<FlashSale> {
    private final EventBus bus;

    public EventBusSaleChanges(EventBus bus) {
        this.bus = bus;
    }

    @Override
    public void accept(FlashSale sale) {
        bus.publish(SaleChanged.ADDRESS, new SaleChanged(sale.voucher().value(), sale.version()));
    }

    /** Has the directory read changed sales again, on the caller's event loop. */
    public static void subscribe(EventBus bus, SaleDirectory directory) {
        MessageConsumer<SaleChanged> _ = bus.consumer(
                SaleChanged.ADDRESS,
                message -> directory.changed(
                        new VoucherId(message.body().voucher()), message.body().version()));
    }
}
