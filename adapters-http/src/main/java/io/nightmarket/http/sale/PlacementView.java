package io.nightmarket.http.sale;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import org.jspecify.annotations.Nullable;

/** What became of a buyer's click. */
record PlacementView(
        String state,
        @Nullable String orderId,
        @Nullable String orderNo,
        @Nullable String reason) {
    /** No click of this buyer was accepted, as far as anybody knows. */
    static final PlacementView UNKNOWN = new PlacementView("UNKNOWN", null, null, null);

    static PlacementView of(OrderProgress progress, OrderNumbers numbers) {
        return switch (progress) {
            case OrderProgress.Queued queued -> of("QUEUED", queued.order(), numbers, null);
            case OrderProgress.Settled settled -> of("SETTLED", settled.order(), numbers, null);
            // Any number can be asked for; how order numbers are made of them stays with the orders there are.
            case OrderProgress.Rejected(OrderId lost, _, var reason)
            when reason == RejectionReason.LOST ->
                new PlacementView("REJECTED", Long.toString(lost.value()), null, reason.name());
            case OrderProgress.Rejected rejected ->
                of("REJECTED", rejected.order(), numbers, rejected.reason().name());
        };
    }

    private static PlacementView of(String state, OrderId order, OrderNumbers numbers, @Nullable String reason) {
        return new PlacementView(state, Long.toString(order.value()), numbers.of(order), reason);
    }
}
