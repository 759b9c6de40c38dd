package io.nightmarket.domain.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.UnitRelease;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.management.ReleaseUnits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer wants the money of a paid order back. */
public final class RefundOrder {
    private final PaymentLedger ledger;
    private final ReleaseUnits units;

    public RefundOrder(PaymentLedger ledger, ReleaseUnits units) {
        this.ledger = ledger;
        this.units = units;
    }

    /** What it came to. */
    public sealed interface Outcome {
        /** The money returns; {@link SettlePayments} sees to it. */
        record Accepted(Order order) implements Outcome {}

        record NotRefundable(Order order) implements Outcome {}

        record NoSuchOrder() implements Outcome {}
    }

    /** Begins the refund; the unit is on sale again once this is done, or a little later. */
    public CompletionStage<Outcome> refund(UserId buyer, OrderId id) {
        return ledger.requestRefund(id, buyer).thenCompose(request -> switch (request) {
            case PaymentLedger.RefundRequest.Accepted(var order, var release) ->
                UnitRelease.now(release, units).thenApply(_ -> new Outcome.Accepted(order));
            case PaymentLedger.RefundRequest.NotRefundable(var order) ->
                CompletableFuture.completedStage(new Outcome.NotRefundable(order));
            case PaymentLedger.RefundRequest.NoSuchOrder _ ->
                CompletableFuture.completedStage(new Outcome.NoSuchOrder());
        });
    }
}
