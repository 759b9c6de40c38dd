package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A buyer cancels an unpaid order. */
public final class CancelOrder {
    private final OrderTransitions transitions;
    private final OrderChanges changes;
    private final ReleaseUnits units;

    public CancelOrder(OrderTransitions transitions, OrderChanges changes, ReleaseUnits units) {
        this.transitions = transitions;
        this.changes = changes;
        this.units = units;
    }

    public enum Outcome {
        CANCELLED,
        /** Paid, or beyond that. */
        NOT_UNPAID,
        /** There is none of this buyer, or it is not settled yet. */
        NO_SUCH_ORDER
    }

    /** Cancels the order, which it may be already. The unit is on sale again once this is done, or a little later. */
    public CompletionStage<Outcome> cancel(UserId buyer, OrderId id) {
        return transitions.cancel(buyer, id).thenCompose(this::finish);
    }

    private CompletionStage<Outcome> finish(OrderTransitions.Result result) {
        return switch (result) {
            case OrderTransitions.Result.Changed(var order, var release) ->
                changes.changed(List.of(order))
                        .thenCompose(_ -> UnitRelease.now(release, units))
                        .thenApply(_ -> Outcome.CANCELLED);
            case OrderTransitions.Result.Unchanged(var order) ->
                CompletableFuture.completedStage(
                        order.status() == OrderStatus.CANCELLED ? Outcome.CANCELLED : Outcome.NOT_UNPAID);
            case OrderTransitions.Result.NoSuchOrder _ -> CompletableFuture.completedStage(Outcome.NO_SUCH_ORDER);
        };
    }
}
