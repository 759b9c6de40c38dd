package io.nightmarket.domain.sale.recovery;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue that loses what it held, and what buyers and ledger are told of it. */
final class RecoverShardTest extends SaleWorld {

    @BeforeEach
    void makeSale() {
        sale = create(3);
    }

    private CompletionStage<Boolean> keepOpen(WholeQueue over) {
        return recovering(over, freshEpochs()).keepOpen(writer(over));
    }

    private CompletionStage<List<Admission>> click(UserId buyer, long order) {
        AdmissionRequest request = new AdmissionRequest(purchase(order, buyer), "");
        return epochs.call(Shard.FIRST, epoch -> queue.admit(epoch, sale, List.of(request)));
    }

    private void assertAccepted(UserId buyer, long order) {
        assertEquals(List.of(new Admission.Accepted(new OrderId(order))), await(click(buyer, order)));
    }

    private FindPurchaseOutcome.Outcome observed(UserId buyer, long order) {
        return await(finding(queue).find(buyer, sale, new OrderId(order)));
    }

    private static FindPurchaseOutcome.Outcome lost(UserId buyer, long order) {
        return new FindPurchaseOutcome.Outcome.Found(
                new OrderProgress.Rejected(new OrderId(order), buyer, RejectionReason.LOST));
    }

    /** Opens the queue, and admits an order. */
    private void openWithAnOrder() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
    }

    private void assertOpens(QueueCount expected) {
        assertTrue(await(keepOpen(queue)));
        assertEquals(Optional.of(expected), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void anEmptyQueueIsFilledFromTheDatabaseAndOpened() {
        assertInstanceOf(Unavailable.class, failureOf(click(ALICE, 1)));

        assertTrue(await(keepOpen(queue)));

        assertFalse(await(keepOpen(queue)), "it is open");
        timers.advance(Duration.ofMillis(100));
        assertAccepted(ALICE, 1);
        assertEquals(new Epoch(Shard.FIRST, 1), epoch());
    }

    @Test
    void whoWasSettledStaysABuyerAndWhoWasLostIsTold() {
        openWithAnOrder();
        assertEquals(1, await(writer(queue).step()));
        assertAccepted(BOB, 2);
        queue.loseEverything();
        assertInstanceOf(Unavailable.class, failureOf(click(BOB, 3)));
        assertInstanceOf(
                Unavailable.class,
                failureOf(finding(queue).find(BOB, sale, new OrderId(2))),
                "what is lost is known when the queue is open again");

        assertTrue(await(keepOpen(queue)));
        timers.advance(Duration.ofSeconds(1));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(List.of(new Admission.AlreadyBought(new OrderId(1))), await(click(ALICE, 4)));
        assertInstanceOf(
                OrderProgress.Settled.class,
                assertInstanceOf(FindPurchaseOutcome.Outcome.Found.class, observed(ALICE, 1))
                        .progress());
        assertEquals(lost(BOB, 2), observed(BOB, 2));
        assertEquals(lost(BOB, 2), observed(BOB, 2));
        assertAccepted(BOB, 5);
        assertInstanceOf(
                OrderProgress.Queued.class,
                assertInstanceOf(FindPurchaseOutcome.Outcome.Found.class, observed(BOB, 5))
                        .progress());
        assertEquals(lost(BOB, 2), observed(BOB, 2), "an earlier order does not come back");
        assertEquals(lost(BOB, 1), observed(BOB, 1), "as one that is nowhere");
    }

    @Test
    void runningSalesAreLoadedInTheNewEpochWhateverTheNodeRemembers() {
        openWithAnOrder();
        SettleOrders.Run writer = writer(queue);
        assertEquals(1, await(writer.step()));
        queue.loseEverything();

        assertTrue(await(recovering(queue, epochs).keepOpen(writer)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void whatTheQueueStillHoldsIsSettledFirst() {
        openWithAnOrder();
        SettleOrders.Run writer = writer(queue);
        var _ = await(writer.nextEpoch());

        assertTrue(await(keepOpen(queue)), "the queue is of an earlier epoch than the ledger says");

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(2, inDatabase().stock());
    }

    @Test
    void aQueueThatLostNothingIsOpenedWithItsBacklog() {
        openWithAnOrder();
        queue.copyOf(Shard.FIRST).run();
        assertFalse(await(queue.isOpen(epoch())));

        assertOpens(new QueueCount(2, 1, 0, 1));
        assertEquals(3, inDatabase().stock(), "nothing was settled yet");
        await(writer(queue).drain());
        assertEquals(2, inDatabase().stock());
    }

    @Test
    void whatOnlyTheQueueKnowsIsSettledBeforeItIsMadeAnew() {
        assertTrue(await(keepOpen(queue)));
        Runnable setBack = ledger.copy();
        assertAccepted(ALICE, 1);
        await(writer(queue).drain());
        setBack.run();
        queue.plantUnits(Shard.FIRST, sale, 1);
        queue.copyOf(Shard.FIRST).run();

        assertTrue(await(keepOpen(queue)));

        assertSettled(1);
        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void ordersWhoseEntriesWereRemovedAreAllSettledBeforeItIsMadeAnew() {
        sale = create(9);
        assertTrue(await(keepOpen(queue)));
        for (int i = 1; i <= 7; i++) {
            assertAccepted(new UserId(i), i);
            assertTrue(queue.loseEntry(Shard.FIRST, new SplittableRandom(1), false));
        }
        queue.plantUnits(Shard.FIRST, sale, 1);
        queue.copyOf(Shard.FIRST).run();

        assertOpens(new QueueCount(2, 7, 0, 0));
        assertEquals(2, inDatabase().stock());
    }

    @Test
    void aRestockThatTheDatabaseLostDoesNotKeepTheShardClosed() {
        openWithAnOrder();
        Runnable setBack = ledger.copy();
        StockAdjustment more = assertInstanceOf(
                        StockAdjustments.Written.Stands.class, await(ledger.write(77, sale, "more", 5)))
                .adjustment();
        Epoch epoch = epoch();
        assertEquals(UnitsChanged.APPLIED, await(queue.addUnits(epoch, sale, more.id(), 5)));
        await(ledger.finish(epoch, more));
        setBack.run();
        queue.copyOf(Shard.FIRST).run();

        assertOpens(new QueueCount(2, 1, 0, 0));
        assertEquals(3, inDatabase().issued());
    }

    @Test
    void unitsOnTheirWayAreNoReasonToMakeASaleAnew() {
        openWithAnOrder();
        var _ = await(ledger.write(77, sale, "more", 5));
        queue.copyOf(Shard.FIRST).run();

        assertOpens(new QueueCount(2, 1, 0, 1));
    }

    @Test
    void aDeadLetterKeepsItsUnitInAQueueThatIsMadeAnew() {
        openWithAnOrder();
        await(ledger.requestSkip(Shard.FIRST, new OrderId(1)));
        await(writer(queue).drain());
        queue.loseEverything();

        assertOpens(new QueueCount(2, 1, 0, 0));
        timers.advance(Duration.ofSeconds(1));
        assertEquals(List.of(new Admission.AlreadyBought(new OrderId(1))), await(click(ALICE, 4)));
    }

    @Test
    void whatTheDatabaseHoldDoesNotWaitInAQueueThatWasSetBack() {
        openWithAnOrder();
        Runnable restart = queue.copyOf(Shard.FIRST);
        assertEquals(1, await(writer(queue).step()));
        SettleOrders.Run writer = writer(queue);
        restart.run();

        assertTrue(await(recovering(queue, freshEpochs()).keepOpen(writer)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void aRebuildingThatFailsAnywhereLeavesTheShardFencedOrOpenAndCanBeRepeated() {
        int steps = 0;
        for (boolean after : List.of(false, true)) {
            for (int failing = 1; failing < 30; failing++) {
                queue.loseEverything();
                WholeQueue faulty = new StepFault(failing, after).over(queue);
                try {
                    var _ = await(keepOpen(faulty));
                } catch (RuntimeException | AssertionError _) {
                    steps++;
                    var _ = await(keepOpen(queue));
                }
                assertTrue(await(queue.isOpen(epoch())));
                // Where loading failed, whoever asks has the sale loaded.
                assertNotEquals(Optional.of(2L), free());
            }
        }
        assertTrue(steps > 10, "it failed at its steps: " + steps);
    }
}
