package io.nightmarket.http.order.outbox;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.http.answer.Json;
import java.util.Locale;

/**
 * An event as other systems see it.
 *
 * @param at in UTC
 */
record EventView(String id, String type, String at, String orderId, String orderNo, Object voucherId, Object userId) {
    private static final String PREFIX = "order.";

    static EventView of(OutgoingEvent event, OrderNumbers numbers) {
        return new EventView(
                Long.toString(event.id()),
                PREFIX + event.kind().toLowerCase(Locale.ROOT),
                event.at().toString(),
                Long.toString(event.order().value()),
                numbers.of(event.order()),
                Json.id(event.voucher().value()),
                Json.id(event.buyer().value()));
    }
}
