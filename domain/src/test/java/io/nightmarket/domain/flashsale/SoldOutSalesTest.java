package io.nightmarket.domain.flashsale;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.FaultyQueue;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.StepFault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SoldOutSalesTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration PROBE = Duration.ofSeconds(1);
    private static final VoucherId SALE = new VoucherId(7);
    private static final SaleTerms TERMS =
            new SaleTerms(Shard.FIRST, new SaleWindow(NOON, NOON.plusSeconds(60)), 10, Acknowledgement.ACCEPTED);
    private static final UserId WINNER = new UserId(1);
    private static final UserId LOSER = new UserId(2);
    private static final UserId ANOTHER = new UserId(3);

    private final ManualTimers timers = new ManualTimers();
    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final SoldOutSales sales = new SoldOutSales(queue, timers, clock, PROBE);

    private void answered(UserId buyer, Admission admission) {
        sales.answered(TERMS, new Purchase(new OrderId(buyer.value()), SALE, buyer), admission);
    }

    @Test
    void nobodyIsTurnedAwayBeforeSomebodyWasToldThatNothingIsLeft() {
        answered(WINNER, new Admission.Accepted(new OrderId(1)));

        assertFalse(sales.turnsAway(SALE, LOSER));
    }

    @Test
    void losersAreTurnedAwayAndBuyersNever() {
        answered(WINNER, new Admission.Accepted(new OrderId(1)));
        answered(LOSER, new Admission.SoldOut());

        assertTrue(sales.turnsAway(SALE, LOSER));
        assertTrue(sales.turnsAway(SALE, ANOTHER));
        assertFalse(sales.turnsAway(SALE, WINNER));
        assertFalse(sales.turnsAway(new VoucherId(8), LOSER), "another sale");
    }

    @Test
    void whoLostTheAnswerOrBoughtElsewhereIsNotTurnedAway() {
        answered(LOSER, new Admission.SoldOut());
        sales.mayHaveBought(TERMS, SALE, WINNER);
        sales.bought(new Purchase(new OrderId(2), SALE, ANOTHER));

        assertFalse(sales.turnsAway(SALE, WINNER));
        assertFalse(sales.turnsAway(SALE, ANOTHER));
        assertTrue(sales.turnsAway(SALE, LOSER));
    }

    @Test
    void onceASecondOneIsLetThrough() {
        answered(LOSER, new Admission.SoldOut());
        timers.advance(PROBE.minusNanos(1));
        assertTrue(sales.turnsAway(SALE, LOSER));

        timers.advance(Duration.ofNanos(1));

        assertFalse(sales.turnsAway(SALE, LOSER));
        assertTrue(sales.turnsAway(SALE, ANOTHER));
        timers.advance(PROBE);
        assertFalse(sales.turnsAway(SALE, ANOTHER));
    }

    @Test
    void anAnswerThatIsNotSoldOutLetsEverybodyAskAgain() {
        for (Admission news : new Admission[] {
            new Admission.Accepted(new OrderId(ANOTHER.value())),
            new Admission.Paused(),
            new Admission.Ended(),
            new Admission.Unknown(),
            new Admission.Crowded(),
            new Admission.NotStarted(NOON)
        }) {
            answered(LOSER, new Admission.SoldOut());
            assertTrue(sales.turnsAway(SALE, LOSER));

            answered(ANOTHER, news);

            assertFalse(sales.turnsAway(SALE, LOSER), news.toString());
        }
    }

    @Test
    void aBuyerWhoIsToldOfTheOrderChangesNothingForTheOthers() {
        answered(LOSER, new Admission.SoldOut());

        answered(WINNER, new Admission.AlreadyBought(new OrderId(1)));

        assertTrue(sales.turnsAway(SALE, LOSER));
        assertFalse(sales.turnsAway(SALE, WINNER));
    }

    @Test
    void whatIsOverIsForgottenWhenAnotherSaleComes() {
        answered(LOSER, new Admission.SoldOut());
        clock.advance(Duration.ofSeconds(61));

        sales.answered(TERMS, new Purchase(new OrderId(2), new VoucherId(8), LOSER), new Admission.SoldOut());

        assertFalse(sales.turnsAway(SALE, LOSER));
    }

    @Test
    void whoeverBoughtAtAnotherNodeIsKnownOnceTheSaleIsSoldOut() {
        FlashSale sale =
                new FlashSale(SALE, Shard.FIRST, SaleState.OPEN, TERMS.window(), 1, 0, Acknowledgement.ACCEPTED, 0);
        await(letIn(queue, Shard.FIRST));
        await(queue.open(
                new Epoch(Shard.FIRST, 0), new SaleSnapshot(sale, Map.of(WINNER, new OrderId(1)), Map.of(), Set.of())));

        answered(LOSER, new Admission.SoldOut());

        assertTrue(sales.turnsAway(SALE, LOSER));
        assertFalse(sales.turnsAway(SALE, WINNER));
    }

    @Test
    void nobodyIsTurnedAwayBeforeTheBuyersAreKnown() {
        SoldOutSales unknowing =
                new SoldOutSales(new FaultyQueue(queue, new StepFault(1, false)), timers, clock, PROBE);

        unknowing.answered(TERMS, new Purchase(new OrderId(2), SALE, LOSER), new Admission.SoldOut());
        assertFalse(unknowing.turnsAway(SALE, LOSER), "the queue named nobody");
        unknowing.answered(TERMS, new Purchase(new OrderId(2), SALE, LOSER), new Admission.SoldOut());

        assertTrue(unknowing.turnsAway(SALE, LOSER));
    }

    @Test
    void anOrderThatIsToldAgainSaysNothingOfUnits() {
        answered(LOSER, new Admission.SoldOut());

        answered(WINNER, new Admission.Accepted(new OrderId(99)));

        assertTrue(sales.turnsAway(SALE, LOSER));
    }

    @Test
    void aProbeThatFindsAnotherNumberOfBuyersLearnsThemAnew() {
        answered(LOSER, new Admission.SoldOut());
        FlashSale sale =
                new FlashSale(SALE, Shard.FIRST, SaleState.OPEN, TERMS.window(), 1, 0, Acknowledgement.ACCEPTED, 0);
        await(letIn(queue, Shard.FIRST));
        await(queue.open(
                new Epoch(Shard.FIRST, 0), new SaleSnapshot(sale, Map.of(WINNER, new OrderId(1)), Map.of(), Set.of())));
        assertTrue(sales.turnsAway(SALE, WINNER), "bought elsewhere since");

        timers.advance(PROBE);
        answered(LOSER, new Admission.SoldOut());

        assertFalse(sales.turnsAway(SALE, WINNER));
        assertTrue(sales.turnsAway(SALE, LOSER));
    }

    @Test
    void whatTheQueueHasNotSaidForAWhileIsNotBelieved() {
        answered(LOSER, new Admission.SoldOut());
        timers.advance(Duration.ofSeconds(10));

        assertFalse(sales.turnsAway(SALE, LOSER));
        assertFalse(sales.turnsAway(SALE, ANOTHER), "no probe, but all ask");
        answered(LOSER, new Admission.SoldOut());
        assertTrue(sales.turnsAway(SALE, ANOTHER));
    }

    @Test
    void buyersOfUnitsThatCameBackAndWentAreLearnedByAndBy() {
        answered(LOSER, new Admission.SoldOut());
        FlashSale sale =
                new FlashSale(SALE, Shard.FIRST, SaleState.OPEN, TERMS.window(), 1, 0, Acknowledgement.ACCEPTED, 0);
        await(letIn(queue, Shard.FIRST));
        await(queue.open(
                new Epoch(Shard.FIRST, 0), new SaleSnapshot(sale, Map.of(WINNER, new OrderId(1)), Map.of(), Set.of())));
        assertTrue(sales.turnsAway(SALE, WINNER), "bought elsewhere since");

        timers.advance(Duration.ofSeconds(11));
        answered(LOSER, new Admission.SoldOut());

        assertFalse(sales.turnsAway(SALE, WINNER));
        assertTrue(sales.turnsAway(SALE, LOSER));
    }
}
