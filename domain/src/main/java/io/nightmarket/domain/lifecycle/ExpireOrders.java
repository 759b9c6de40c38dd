package io.nightmarket.domain.lifecycle;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.sale.management.ReleaseUnits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Cancels orders whose time to pay is over, and releases their units. */
public final class ExpireOrders {
    private static final int MAX_BATCH = 500;

    private final OrderTransitions transitions;
    private final ReleaseUnits units;
    private final Duration payWithin;

    /** @param payWithin from the settlement of an order; zero: for ever */
    public ExpireOrders(OrderTransitions transitions, ReleaseUnits units, Duration payWithin) {
        this.transitions = transitions;
        this.units = units;
        this.payWithin = payWithin;
    }

    /** Cancels all that are due. A unit that can't be released holds up no other; it is pending in the database. */
    public CompletionStage<Void> expire() {
        return payWithin.isZero()
                ? CompletableFuture.completedStage(null)
                : transitions
                        .expire(payWithin, MAX_BATCH)
                        .thenCompose(expired -> OneByOne.tryAll(
                                        expired.releases(), unit -> units.release(unit.shard(), unit.purchase()))
                                .thenCompose(failure ->
                                        expired.orders().size() < MAX_BATCH ? OneByOne.failIfAny(failure) : expire()));
    }
}
