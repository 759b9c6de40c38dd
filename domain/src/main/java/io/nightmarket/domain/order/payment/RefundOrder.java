package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer wants the money of a paid order back. */
public final class RefundOrder {
    private final Refunds refunds;
    private final OrderChanges changes;
    private final ReleaseUnits units;

    public RefundOrder(Refunds refunds, OrderChanges changes, ReleaseUnits units) {
        this.refunds = refunds;
        this.changes = changes;
        this.units = units;
    }

    /** The outcome. */
    public sealed interface Outcome {
        /** The money returns; {@link FinishPayments} sees to it. */
        record Accepted(Order order) implements Outcome {}

        record NotRefundable(Order order) implements Outcome {}

        record NoSuchOrder() implements Outcome {}
    }

    /** Begins the refund; the unit is on sale again once this is done, or a little later. */
    public CompletionStage<Outcome> refund(UserId buyer, OrderId id) {
        return refunds.requestRefund(id, buyer).thenCompose(request -> switch (request) {
            case Refunds.RefundRequest.Accepted(var order, var release) ->
                changes.changed(List.of(order))
                        .thenCompose(_ -> UnitRelease.now(release, units))
                        .thenApply(_ -> new Outcome.Accepted(order));
            case Refunds.RefundRequest.NotRefundable(var order) ->
                CompletableFuture.completedStage(new Outcome.NotRefundable(order));
            case Refunds.RefundRequest.NoSuchOrder _ -> CompletableFuture.completedStage(new Outcome.NoSuchOrder());
        });
    }
}
