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
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.FaultyQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue that loses what it held, and what buyers and ledger are told of it. */
final class RecoverShardTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration KEPT = Duration.ofHours(24);
    private static final UserId ALICE = new UserId(1);
    private static final UserId BOB = new UserId(2);

    private final ManualClock clock = new ManualClock(NOON);
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final Epochs epochs = new Epochs(ledger::epoch, timers);
    private VoucherId sale = new VoucherId(1);

    @BeforeEach
    void makeSale() {
        makeSale(3);
    }

    private void makeSale(int units) {
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(3600));
        NewFlashSale made = FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, units, window);
        sale = await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
    }

    private static SettleOrders.Run writer(WholeQueue over, InMemoryLedger ledger) {
        SettleOrders orders = new SettleOrders(over, ledger, _ -> {}, Shard.FIRST, 10, Duration.ZERO);
        return await(orders.takeOver());
    }

    private RecoverShard reopening(WholeQueue over) {
        return reopening(over, new Epochs(ledger::epoch, new ManualTimers()));
    }

    private RecoverShard reopening(WholeQueue over, Epochs known) {
        PrepareSales preparation = new PrepareSales(ledger, over, known, new SaleDirectory(ledger), clock, KEPT);
        return new RecoverShard(WholeQueue.ports(over), ledger, ledger, ledger, preparation, KEPT);
    }

    private CompletionStage<Boolean> keepOpen(WholeQueue over) {
        return reopening(over).keepOpen(writer(over, ledger));
    }

    private CompletionStage<List<Admission>> click(UserId buyer, long order) {
        Purchase purchase = new Purchase(new OrderId(order), sale, buyer);
        return epochs.call(Shard.FIRST, epoch -> queue.admit(epoch, sale, List.of(new AdmissionRequest(purchase, ""))));
    }

    private void assertAccepted(UserId buyer, long order) {
        assertEquals(List.of(new Admission.Accepted(new OrderId(order))), await(click(buyer, order)));
    }

    private FindPurchaseOutcome.Outcome observed(UserId buyer, long order) {
        return await(new FindPurchaseOutcome(new SaleDirectory(ledger), epochs, queue, ledger, ledger)
                .find(buyer, sale, new OrderId(order)));
    }

    private static FindPurchaseOutcome.Outcome lost(UserId buyer, long order) {
        return new FindPurchaseOutcome.Outcome.Found(
                new OrderProgress.Rejected(new OrderId(order), buyer, RejectionReason.LOST));
    }

    @Test
    void anEmptyQueueIsFilledFromTheDatabaseAndOpened() {
        assertInstanceOf(Unavailable.class, failureOf(click(ALICE, 1)));

        assertTrue(await(keepOpen(queue)));

        assertFalse(await(keepOpen(queue)), "it is open");
        timers.advance(Duration.ofMillis(100));
        assertAccepted(ALICE, 1);
        assertEquals(new Epoch(Shard.FIRST, 1), await(ledger.epoch(Shard.FIRST)));
    }

    @Test
    void whoWasSettledStaysABuyerAndWhoWasLostIsTold() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        assertEquals(1, await(writer(queue, ledger).step()));
        assertAccepted(BOB, 2);
        queue.loseEverything();
        assertInstanceOf(Unavailable.class, failureOf(click(BOB, 3)));
        assertInstanceOf(
                Unavailable.class,
                failureOf(new FindPurchaseOutcome(new SaleDirectory(ledger), epochs, queue, ledger, ledger)
                        .find(BOB, sale, new OrderId(2))),
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
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        SettleOrders.Run writer = writer(queue, ledger);
        assertEquals(1, await(writer.step()));
        queue.loseEverything();

        assertTrue(await(reopening(queue, epochs).keepOpen(writer)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void whatTheQueueStillHoldsIsSettledFirst() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        SettleOrders.Run writer = writer(queue, ledger);
        var _ = await(writer.nextEpoch());

        assertTrue(await(keepOpen(queue)), "the queue is of an earlier epoch than the ledger says");

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(2, await(ledger.find(sale)).orElseThrow().stock());
    }

    @Test
    void aQueueThatLostNothingIsOpenedWithItsBacklog() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        queue.copyOf(Shard.FIRST).run();
        assertFalse(await(queue.isOpen(await(ledger.epoch(Shard.FIRST)))));

        assertTrue(await(keepOpen(queue)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 1)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(3, await(ledger.find(sale)).orElseThrow().stock(), "nothing was settled yet");
        await(writer(queue, ledger).drain());
        assertEquals(2, await(ledger.find(sale)).orElseThrow().stock());
    }

    @Test
    void whatOnlyTheQueueKnowsIsSettledBeforeItIsMadeAnew() {
        assertTrue(await(keepOpen(queue)));
        Runnable setBack = ledger.copy();
        assertAccepted(ALICE, 1);
        await(writer(queue, ledger).drain());
        setBack.run();
        queue.plantUnits(Shard.FIRST, sale, 1);
        queue.copyOf(Shard.FIRST).run();

        assertTrue(await(keepOpen(queue)));

        assertInstanceOf(
                OrderProgress.Settled.class, await(ledger.find(new OrderId(1))).orElseThrow());
        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void ordersWhoseEntriesWereRemovedAreAllSettledBeforeItIsMadeAnew() {
        makeSale(9);
        assertTrue(await(keepOpen(queue)));
        for (int i = 1; i <= 7; i++) {
            assertAccepted(new UserId(i), i);
            assertTrue(queue.loseEntry(Shard.FIRST, new SplittableRandom(1), false));
        }
        queue.plantUnits(Shard.FIRST, sale, 1);
        queue.copyOf(Shard.FIRST).run();

        assertTrue(await(keepOpen(queue)));

        assertEquals(Optional.of(new QueueCount(2, 7, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(2, await(ledger.find(sale)).orElseThrow().stock());
    }

    @Test
    void aRestockThatTheDatabaseLostDoesNotKeepTheShardClosed() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        Runnable setBack = ledger.copy();
        StockAdjustment more = assertInstanceOf(
                        StockAdjustments.Written.Stands.class, await(ledger.write(77, sale, "more", 5)))
                .adjustment();
        Epoch epoch = await(ledger.epoch(Shard.FIRST));
        assertEquals(UnitsChanged.APPLIED, await(queue.addUnits(epoch, sale, more.id(), 5)));
        await(ledger.finish(epoch, more));
        setBack.run();
        queue.copyOf(Shard.FIRST).run();

        assertTrue(await(keepOpen(queue)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        assertEquals(3, await(ledger.find(sale)).orElseThrow().issued());
    }

    @Test
    void unitsOnTheirWayAreNoReasonToMakeASaleAnew() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        var _ = await(ledger.write(77, sale, "more", 5));
        queue.copyOf(Shard.FIRST).run();

        assertTrue(await(keepOpen(queue)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 1)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void aDeadLetterKeepsItsUnitInAQueueThatIsMadeAnew() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        await(ledger.requestSkip(Shard.FIRST, new OrderId(1)));
        await(writer(queue, ledger).drain());
        queue.loseEverything();

        assertTrue(await(keepOpen(queue)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
        timers.advance(Duration.ofSeconds(1));
        assertEquals(List.of(new Admission.AlreadyBought(new OrderId(1))), await(click(ALICE, 4)));
    }

    @Test
    void whatTheDatabaseHoldDoesNotWaitInAQueueThatWasSetBack() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        Runnable restart = queue.copyOf(Shard.FIRST);
        assertEquals(1, await(writer(queue, ledger).step()));
        SettleOrders.Run writer = writer(queue, ledger);
        restart.run();

        assertTrue(await(reopening(queue).keepOpen(writer)));

        assertEquals(Optional.of(new QueueCount(2, 1, 0, 0)), await(queue.count(Shard.FIRST, sale)));
    }

    @Test
    void aNodeThatKnowsAnEarlierEpochAsksTheDatabase() {
        assertTrue(await(keepOpen(queue)));
        assertAccepted(ALICE, 1);
        queue.loseEverything();
        assertTrue(await(keepOpen(queue)));
        timers.advance(Duration.ofMillis(100));

        assertAccepted(ALICE, 2);
    }

    @Test
    void aRebuildingThatFailsAnywhereLeavesTheShardFencedOrOpenAndCanBeRepeated() {
        int steps = 0;
        for (boolean after : List.of(false, true)) {
            for (int failing = 1; failing < 30; failing++) {
                queue.loseEverything();
                FaultyQueue faulty = new FaultyQueue(queue, new StepFault(failing, after));
                try {
                    var _ = await(keepOpen(faulty));
                } catch (RuntimeException | AssertionError _) {
                    steps++;
                    var _ = await(keepOpen(queue));
                }
                assertTrue(await(queue.isOpen(await(ledger.epoch(Shard.FIRST)))));
                // Where loading failed, whoever asks has the sale loaded.
                assertNotEquals(Optional.of(2L), await(queue.available(Shard.FIRST, sale)));
            }
        }
        assertTrue(steps > 10, "it failed at its steps: " + steps);
    }
}
