package io.nightmarket.http.sale;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import org.jspecify.annotations.Nullable;

/**
 * What became of a buyer's purchase request. An order that was lost has no number: an id that never was an order, or is
 * another's, is answered in the same way, and must not tell which number stands for it.
 */
record PurchaseOutcomeView(
        String state,
        @Nullable String orderId,
        @Nullable String orderNo,
        @Nullable String reason) {
    /** No purchase request of this buyer is known to be accepted. */
    static final PurchaseOutcomeView UNKNOWN = new PurchaseOutcomeView("UNKNOWN", null, null, null);

    static PurchaseOutcomeView of(OrderProgress progress, OrderNumbers numbers) {
        return switch (progress) {
            case OrderProgress.Queued queued -> of("QUEUED", queued.order(), numbers, null);
            case OrderProgress.Settled settled -> of("SETTLED", settled.order(), numbers, null);
            case OrderProgress.Rejected rejected ->
                rejected.reason() == RejectionReason.LOST
                        ? new PurchaseOutcomeView("REJECTED", id(rejected.order()), null, RejectionReason.LOST.name())
                        : of(
                                "REJECTED",
                                rejected.order(),
                                numbers,
                                rejected.reason().name());
        };
    }

    private static String id(OrderId order) {
        return Long.toString(order.value());
    }

    private static PurchaseOutcomeView of(String state, OrderId order, OrderNumbers numbers, @Nullable String reason) {
        return new PurchaseOutcomeView(state, id(order), numbers.of(order), reason);
    }
}
