package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.OrderQueueContract.admit;
import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators do to a sale while it runs, and what a buyer can ask about it. */
final class SalesInOperationTest extends SaleWorld {
    private final AtomicLong ids = new AtomicLong(100);

    @BeforeEach
    void openSale() {
        sale = create(3);
        await(letIn(queue, Shard.FIRST));
        await(prepare(queue).prepareRunning(Shard.FIRST));
    }

    private PrepareSales prepare(WholeQueue over) {
        return preparing(over, epochs);
    }

    private RestockSale restock(WholeQueue over) {
        return new RestockSale(
                ledger, over, epochs, prepare(over), () -> CompletableFuture.completedStage(ids.incrementAndGet()));
    }

    private MaintainSales keep() {
        return keep(queue);
    }

    private MaintainSales keep(WholeQueue over) {
        return new MaintainSales(
                ledger, ledger, changes, ledger, over, restock(queue), changing(queue), releasing(over), KEPT);
    }

    private CompletionStage<ChangeOutcome> pause(WholeQueue over) {
        return changing(over).move(sale, SaleTransition.PAUSE, FlashSales.ACTION);
    }

    private Admission buy(long order, UserId buyer) {
        return admit(order, buyer);
    }

    private void settle() {
        await(writer(queue).drain());
    }

    /** As the database has it after a pause. */
    private static FlashSale paused(FlashSale open) {
        return new FlashSale(
                open.voucher(),
                open.shard(),
                SaleState.PAUSED,
                open.window(),
                open.issued(),
                open.stock(),
                open.acknowledgement(),
                open.version() + 1,
                open.options());
    }

    /** The next call of the queue fails, before its effect. */
    private WholeQueue away() {
        return new StepFault(1, false).over(queue);
    }

    @Test
    void aPausedSaleTakesNobodyUntilItIsResumed() {
        ChangeSale changing = changing(queue);

        assertEquals(SaleState.PAUSED, moved(changing, SaleTransition.PAUSE).state());
        assertEquals(new Admission.Paused(), buy(1, ALICE));
        assertEquals(SaleState.OPEN, moved(changing, SaleTransition.RESUME).state());

        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        assertEquals(
                ChangeOutcome.Refusal.NO_SUCH_SALE,
                await(changing.move(new VoucherId(404), SaleTransition.PAUSE, FlashSales.ACTION)));
        assertTrue(await(ledger.unconfirmed(0, 10)).isEmpty());
    }

    @Test
    void aStateThatTheQueueWasNotToldOfIsToldByTheKeeper() {
        assertInstanceOf(TimedOut.class, failureOf(pause(away())));
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));

        await(keep().iterate());

        assertEquals(new Admission.Paused(), buy(2, BOB));
        assertTrue(await(ledger.unconfirmed(0, 10)).isEmpty());
    }

    @Test
    void restockingChangesBooksAndQueueOnce() {
        RestockSale restock = restock(queue);

        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock.restock(sale, "more", 4)));
        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock.restock(sale, "more", 4)));
        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock.restock(sale, "fewer", -2)));
        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock.restock(sale, "fewer", -2)));

        assertEquals(Optional.of(5L), free());
        assertEquals(5, inDatabase().stock());
        assertEquals(5, inDatabase().issued());
    }

    @Test
    void whatCannotBeRestockedChangesNothing() {
        RestockSale restock = restock(queue);
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock.restock(sale, "more", 1)));

        assertEquals(new RestockSale.Outcome.BelowSold(), await(restock.restock(sale, "fewer", -4)));
        assertEquals(new RestockSale.Outcome.BelowSold(), await(restock.restock(sale, "fewer", -4)));
        assertEquals(new RestockSale.Outcome.NameTaken(1), await(restock.restock(sale, "more", 2)));
        assertEquals(new RestockSale.Outcome.TooMany(), await(restock.restock(sale, "much", Integer.MAX_VALUE)));
        assertEquals(new RestockSale.Outcome.NoSuchSale(), await(restock.restock(new VoucherId(404), "more", 1)));

        assertEquals(Optional.of(3L), free());
        assertEquals(4, inDatabase().stock());
        settle();
        assertEquals(3, inDatabase().stock());
    }

    @Test
    void anAdjustmentCutShortIsFinishedByTheKeeperOnce() {
        assertInstanceOf(TimedOut.class, failureOf(restock(away()).restock(sale, "more", 4)));
        assertInstanceOf(TimedOut.class, failureOf(restock(away()).restock(sale, "fewer", -2)));
        var _ = failureOf(
                TimedOut.class, restock(new StepFault(1, true).over(queue)).restock(sale, "lost", 5));

        await(keep().iterate());
        await(keep().iterate());

        assertEquals(Optional.of(10L), free());
        assertEquals(10, inDatabase().stock());
        assertTrue(await(ledger.pending(0, 10)).isEmpty());
    }

    @Test
    void aSaleThatIsOpenedAnewContainsWhatWasAddedBefore() {
        assertInstanceOf(TimedOut.class, failureOf(restock(away()).restock(sale, "more", 4)));
        queue.loseEverything();
        await(letIn(queue, Shard.FIRST));
        await(prepare(queue).prepareRunning(Shard.FIRST));

        await(keep().iterate());

        assertEquals(Optional.of(7L), free());
        assertEquals(7, inDatabase().stock());
    }

    @Test
    void aSaleThatIsLongOverIsRemovedOnceItsOrdersAreSettled() {
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        clock.advance(KEPT.plus(Duration.ofHours(1)));
        await(keep().iterate());
        assertEquals(Optional.of(2L), free(), "not yet over for long enough");
        clock.advance(Duration.ofSeconds(1));
        await(keep().iterate());
        assertEquals(Optional.of(2L), free(), "an order waits");

        settle();
        await(keep().iterate());

        assertEquals(Optional.empty(), free());
        assertEquals(PrepareSales.Preparation.OVER, await(prepare(queue).prepare(sale)));
        assertTrue(await(ledger.over(KEPT, 0, 10)).isEmpty());
    }

    @Test
    void theStockOfASaleThatIsRemovedIsAdjustedInTheDatabaseAlone() {
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        settle();
        clock.advance(KEPT.plus(Duration.ofHours(2)));
        await(keep().iterate());

        assertEquals(new RestockSale.Outcome.BelowSold(), await(restock(queue).restock(sale, "too many", -3)));
        assertInstanceOf(RestockSale.Outcome.Done.class, await(restock(queue).restock(sale, "fewer", -2)));

        assertEquals(0, inDatabase().stock());
        assertEquals(1, inDatabase().issued());
        assertTrue(await(ledger.pending(0, 10)).isEmpty());
    }

    @Test
    void aSkipEndsWithItsOrder() {
        OrderId settled = new OrderId(71);
        OrderId waiting = new OrderId(72);
        for (OrderId order : List.of(settled, waiting)) {
            await(ledger.requestSkip(Shard.FIRST, order));
        }
        ledger.plantOrder(settled, new UserId(7), sale, NOON);
        await(keep().iterate());
        assertEquals(
                List.of(waiting),
                await(ledger.list(0, 10)).stream().map(DeadLetter::order).toList());
    }

    @Test
    void aStateThatTheQueueHasNotTakenIsNotConfirmed() {
        queue.loseEverything();
        await(letIn(queue, Shard.FIRST));
        var _ = await(ledger.setState(sale, SaleState.PAUSED));

        await(keep().iterate());
        assertEquals(1, await(ledger.unconfirmed(0, 10)).size());
        await(prepare(queue).prepareRunning(Shard.FIRST));
        await(keep().iterate());

        assertTrue(await(ledger.unconfirmed(0, 10)).isEmpty());
    }

    @Test
    void aSaleThatIsOverBeforeItIsLoadedIsNotLeftInTheQueue() {
        queue.loseEverything();
        await(letIn(queue, Shard.FIRST));
        WholeQueue slow = Changed.method(WholeQueue.class, queue, "beginOpening", (_, opening) -> {
            clock.advance(KEPT.plus(Duration.ofHours(2)));
            return opening;
        });

        assertEquals(PrepareSales.Preparation.OVER, await(prepare(slow).prepare(sale)));

        assertEquals(Optional.empty(), free());
    }

    @Test
    void aSaleThatCannotBeReadKeepsNoOtherFromBeingPrepared() {
        VoucherId other = create(3);
        WholeQueue unreadable = Changed.method(
                WholeQueue.class,
                queue,
                "change",
                (arguments, changed) -> ((FlashSale) arguments[0]).voucher().equals(sale)
                        ? CompletableFuture.failedStage(new Corrupt("no such state: DRAFT"))
                        : changed);

        await(prepare(unreadable).prepareRunning(Shard.FIRST));

        assertEquals(Optional.of(3L), await(queue.available(Shard.FIRST, other)));
    }

    @Test
    void unitsThatTheDatabaseLackAreRefusedAndNotAskedForAgain() {
        ledger.plantStock(sale, -2);

        assertEquals(new RestockSale.Outcome.BelowSold(), await(restock(queue).restock(sale, "fewer", -3)));

        await(keep().iterate());
        assertTrue(await(ledger.pending(0, 10)).isEmpty());
        assertEquals(1, inDatabase().stock());
    }

    @Test
    void whileTheShardIsFencedNoUnitsAreTaken() {
        var _ = await(queue.beginEpoch(new Epoch(Shard.FIRST, 1)));

        assertInstanceOf(Unavailable.class, failureOf(restock(queue).restock(sale, "fewer", -2)));

        assertEquals(Optional.of(3L), free());
        assertEquals(1, await(ledger.pending(0, 10)).size());
    }

    @Test
    void oneThingThatFailsHoldsUpNoOther() {
        assertInstanceOf(TimedOut.class, failureOf(restock(away()).restock(sale, "more", 4)));
        assertInstanceOf(TimedOut.class, failureOf(pause(away())));
        assertInstanceOf(TimedOut.class, failureOf(keep(away()).iterate()));

        assertEquals(Optional.of(7L), free());
        assertEquals(1, await(ledger.unconfirmed(0, 10)).size());
    }

    /** A full page of things that always fail is not in the way of what comes behind it. */
    @Test
    void manyThingsThatFailStarveNoOther() {
        for (int i = 0; i < 250; i++) {
            VoucherId broken = create(3);
            var _ = await(ledger.setState(broken, SaleState.PAUSED));
        }
        VoucherId last = create(3);
        var _ = await(prepare(queue).prepare(last));
        var _ = await(ledger.setState(last, SaleState.PAUSED));
        WholeQueue picky = Changed.calls(
                WholeQueue.class,
                (_, method, arguments) -> ((FlashSale) arguments[0]).voucher().equals(last)
                        ? Changed.invoke(queue, method, arguments)
                        : CompletableFuture.failedStage(new Unavailable("broken")));
        MaintainSales maintaining = keep(picky);

        for (int i = 0; i < 3; i++) {
            assertInstanceOf(Unavailable.class, failureOf(maintaining.iterate()));
        }
        assertEquals(250, await(ledger.unconfirmed(0, 1_000)).size());
        assertTrue(await(ledger.unconfirmed(last.value() - 1, 1)).isEmpty());

        assertInstanceOf(Unavailable.class, failureOf(maintaining.iterate()), "begins again at the first");
    }

    /** The database lost the commit of a pause: it says OPEN at version 0, and the queue PAUSED at version 1. */
    @Test
    void aSaleWhosePauseTheDatabaseLostIsResumed() {
        await(prepare(queue).prepareRunning(Shard.FIRST));
        assertTrue(await(queue.change(paused(inDatabase()))));
        assertEquals(new Admission.Paused(), buy(1, ALICE));

        var _ = moved(changing(queue), SaleTransition.RESUME);

        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
    }

    private FindPurchaseOutcome.Outcome result(UserId buyer) {
        return await(finding(queue).find(buyer, sale));
    }

    @Test
    void aBuyerIsToldHowFarTheOrderHasCome() {
        assertEquals(new FindPurchaseOutcome.Outcome.Nothing(), result(ALICE));
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        assertEquals(
                new FindPurchaseOutcome.Outcome.Found(new OrderProgress.Queued(new OrderId(1), ALICE)), result(ALICE));

        settle();

        FindPurchaseOutcome.Outcome.Found found =
                assertInstanceOf(FindPurchaseOutcome.Outcome.Found.class, result(ALICE));
        assertEquals(new OrderId(1), found.progress().order());
        assertInstanceOf(OrderProgress.Settled.class, found.progress());
        queue.loseEverything();
        assertEquals(found, result(ALICE));
        assertEquals(
                new FindPurchaseOutcome.Outcome.NoSuchSale(),
                await(finding(queue).find(ALICE, new VoucherId(404))));
    }

    @Test
    void aRejectedBuyerIsToldTheReason() {
        ledger.plantOrder(new OrderId(1), BOB, sale, NOON);
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));

        settle();
        assertEquals(
                new FindPurchaseOutcome.Outcome.Found(new OrderProgress.Queued(new OrderId(1), ALICE)), result(ALICE));
        assertEquals(Optional.of(2L), free());

        assertTrue(await(ledger.purge(await(ledger.list(0, 1)).getFirst().id())));
        await(releasing(queue).release(Shard.FIRST));

        assertEquals(
                new FindPurchaseOutcome.Outcome.Found(
                        new OrderProgress.Rejected(new OrderId(1), ALICE, RejectionReason.UNWRITABLE)),
                result(ALICE));
        assertEquals(Optional.of(3L), free());
    }

    @Test
    void withoutTheQueueTheDatabaseCanSayYesButNotNo() {
        assertEquals(new Admission.Accepted(new OrderId(1)), buy(1, ALICE));
        settle();

        assertInstanceOf(
                FindPurchaseOutcome.Outcome.Found.class, await(finding(away()).find(ALICE, sale)));
        assertInstanceOf(TimedOut.class, failureOf(finding(away()).find(BOB, sale)));
    }
}
