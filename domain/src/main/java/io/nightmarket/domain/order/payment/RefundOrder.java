package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.order.payment.Refunds.RefundRequest;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer wants the money of a paid order back, or staff return it. */
public final class RefundOrder {
    private final Refunds refunds;
    private final OrderChanges changes;
    private final ReleaseUnits units;

    public RefundOrder(Refunds refunds, OrderChanges changes, ReleaseUnits units) {
        this.refunds = refunds;
        this.changes = changes;
        this.units = units;
    }

    /**
     * Begins the refund, which {@link FinishPayments} ends; the unit is on sale again once this is done, or a little later.
     */
    public CompletionStage<RefundRequest> refund(UserId buyer, OrderId id) {
        return refunds.requestRefund(id, buyer).thenCompose(this::finish);
    }

    /** As {@link #refund(UserId, OrderId)}, of any buyer. */
    public CompletionStage<RefundRequest> refund(OrderId id, StaffAction action) {
        return refunds.requestRefund(id, action).thenCompose(this::finish);
    }

    private CompletionStage<RefundRequest> finish(RefundRequest request) {
        return request instanceof RefundRequest.Accepted(var order, var release)
                ? changes.changed(List.of(order))
                        .thenCompose(_ -> UnitRelease.now(release, units))
                        .thenApply(_ -> request)
                : CompletableFuture.completedStage(request);
    }
}
