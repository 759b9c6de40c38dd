package io.nightmarket.domain.lifecycle;

import io.nightmarket.domain.order.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Transitions that are announced once they are committed. */
public final class AnnouncedTransitions implements OrderTransitions {
    private final OrderTransitions transitions;
    private final OrderChanges changes;

    public AnnouncedTransitions(OrderTransitions transitions, OrderChanges changes) {
        this.transitions = transitions;
        this.changes = changes;
    }

    @Override
    public CompletionStage<Result> apply(OrderId order, OrderTransition transition) {
        return transitions
                .apply(order, transition)
                .thenCompose(result -> result instanceof Result.Changed changed
                        ? changes.changed(List.of(changed.order())).thenApply(_ -> result)
                        : CompletableFuture.completedStage(result));
    }

    @Override
    public CompletionStage<ChangedOrders> expire(Duration payWithin, int max) {
        return transitions
                .expire(payWithin, max)
                .thenCompose(expired -> changes.changed(expired.orders()).thenApply(_ -> expired));
    }
}
