package io.nightmarket.http.sale.waiting;

import io.nightmarket.domain.order.OrderId;
import org.jspecify.annotations.Nullable;

/** How a buyer stands in the waitlist of a sale. */
record WaitlistView(
        String state, @Nullable Long position, @Nullable String orderId) {
    static final WaitlistView NOT_WAITING = new WaitlistView("NOT_WAITING", null, null);

    static WaitlistView waiting(long position) {
        return new WaitlistView("WAITING", position, null);
    }

    static WaitlistView ordered(OrderId order) {
        return new WaitlistView("ORDERED", null, Long.toString(order.value()));
    }
}
