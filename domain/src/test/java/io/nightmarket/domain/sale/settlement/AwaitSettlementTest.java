package io.nightmarket.domain.sale.settlement;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.settlement.AwaitSettlement.Outcome;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class AwaitSettlementTest {
    private static final Duration LONGEST = Duration.ofMillis(1500);
    private static final Duration SWEEP = Duration.ofMillis(200);
    private static final OrderId ORDER = new OrderId(1);
    private static final OrderId OTHER = new OrderId(2);
    private static final UserId BUYER = new UserId(7);
    private static final VoucherId SALE = new VoucherId(9);

    private final ManualTimers timers = new ManualTimers();
    private final List<OrderProgress> known = new ArrayList<>();
    private final List<Set<OrderId>> asked = new ArrayList<>();
    private boolean away;

    @SuppressWarnings("unchecked")
    private final OrderRepository ledger = Changed.calls(
            OrderRepository.class, (_, _, arguments) -> findAll((Set<OrderId>) Objects.requireNonNull(arguments)[0]));

    private final AwaitSettlement awaiting =
            new AwaitSettlement(ledger, timers, new AwaitSettlement.Limits(LONGEST, SWEEP, 2));

    /** A ledger that knows what a test tells it, and notes what it is asked for. */
    private CompletionStage<List<OrderProgress>> findAll(Set<OrderId> ids) {
        asked.add(Set.copyOf(ids));
        return away
                ? CompletableFuture.failedStage(new Unavailable("away"))
                : CompletableFuture.completedStage(known.stream()
                        .filter(progress -> ids.contains(progress.order()))
                        .toList());
    }

    private static Purchase purchase(OrderId order) {
        return new Purchase(order, SALE, BUYER);
    }

    private static Settlement settled(OrderId order) {
        return new Settlement(List.of(purchase(order)), List.of());
    }

    private CompletableFuture<Outcome> accepted(OrderId order) {
        return awaiting.expect(order).outcome().toCompletableFuture();
    }

    private static OrderProgress row(OrderId order) {
        return new OrderProgress.Settled(
                new Order(order, BUYER, SALE, 1, OrderStatus.UNPAID, Instant.EPOCH, null, null, null, Instant.EPOCH));
    }

    @Test
    void wordOfTheDatabaseEndsTheWaitingOfWhomItConcerns() {
        CompletableFuture<Outcome> mine = accepted(ORDER);
        CompletableFuture<Outcome> other = accepted(OTHER);

        awaiting.settled(settled(ORDER));

        assertEquals(new Outcome.Settled(), await(mine));
        assertFalse(other.isDone());
        assertEquals(List.of(), asked);
    }

    @Test
    void wordThatComesBeforeTheAcceptanceCounts() {
        AwaitSettlement.PendingSettlement expected = awaiting.expect(ORDER);

        awaiting.settled(settled(ORDER));

        assertEquals(new Outcome.Settled(), await(expected.outcome()));
    }

    @Test
    void whyAnOrderWasRejectedIsAskedOfTheDatabase() {
        CompletableFuture<Outcome> mine = accepted(ORDER);
        known.add(new OrderProgress.Rejected(ORDER, BUYER, RejectionReason.SOLD_OUT));

        awaiting.settled(new Settlement(List.of(), List.of(purchase(ORDER), purchase(OTHER))));

        assertEquals(new Outcome.Rejected(RejectionReason.SOLD_OUT), await(mine));
        assertEquals(List.of(Set.of(ORDER)), asked);
    }

    @Test
    void withoutAWordTheDatabaseAreAskedForAllInOneCall() {
        CompletableFuture<Outcome> mine = accepted(ORDER);
        CompletableFuture<Outcome> other = accepted(OTHER);
        known.add(row(ORDER));

        timers.advance(SWEEP);

        assertEquals(new Outcome.Settled(), await(mine));
        assertFalse(other.isDone());
        assertEquals(List.of(Set.of(ORDER, OTHER)), asked);
        known.add(new OrderProgress.Rejected(OTHER, BUYER, RejectionReason.UNWRITABLE));
        timers.advance(SWEEP);
        assertEquals(new Outcome.Rejected(RejectionReason.UNWRITABLE), await(other));
        timers.advance(SWEEP);
        assertEquals(0, timers.waiting(), "nobody waits, nothing is swept");
    }

    @Test
    void theWaitEndsInTimeThoughTheDatabaseAreAway() {
        away = true;
        CompletableFuture<Outcome> mine = accepted(ORDER);

        timers.advance(LONGEST.minus(SWEEP));
        assertFalse(mine.isDone());
        timers.advance(SWEEP.multipliedBy(2));

        assertEquals(new Outcome.NotYet(), await(mine));
        assertTrue(asked.size() >= 5);
    }

    @Test
    void whoComesWhenTooManyWaitIsNotKept() {
        CompletableFuture<Outcome> mine = accepted(ORDER);
        AwaitSettlement.PendingSettlement cancelled = awaiting.expect(OTHER);

        assertEquals(new Outcome.NotYet(), await(accepted(new OrderId(3))));
        cancelled.cancel();
        CompletableFuture<Outcome> third = accepted(new OrderId(4));

        assertFalse(mine.isDone());
        assertFalse(third.isDone());
        assertEquals(new Outcome.NotYet(), await(accepted(new OrderId(5))));
    }

    @Test
    void aClickThatIsRepeatedWhileTheFirstWaitsSharesItsWaiting() {
        CompletableFuture<Outcome> mine = accepted(ORDER);
        CompletableFuture<Outcome> again = accepted(ORDER);

        awaiting.settled(settled(ORDER));

        assertEquals(new Outcome.Settled(), await(mine));
        assertEquals(new Outcome.Settled(), await(again));
        assertFalse(accepted(OTHER).isDone());
        assertFalse(accepted(new OrderId(3)).isDone(), "both places are free again");
    }
}
