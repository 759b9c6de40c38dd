package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.domain.memory.FlashSales.ACTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sales that are planned, corrected and withdrawn, with a crash at each step. */
final class ChangeSaleTest extends SaleWorld {
    private static final SaleWindow LATER = new SaleWindow(NOON.plusSeconds(3_600), NOON.plusSeconds(7_200));

    @BeforeEach
    void openSale() {
        sale = create(3, LATER, SaleOptions.NONE);
        reopen();
    }

    private void reopen() {
        await(letIn(queue, Shard.FIRST));
        var _ = await(preparing(queue, epochs).prepare(sale));
    }

    private SaleDetails details() {
        return await(changes.find(sale)).orElseThrow();
    }

    private SalePlan priced(long payValue) {
        SalePlan plan = details().plan();
        return new SalePlan(plan.title(), null, null, payValue, plan.actualValue(), plan.window());
    }

    private static SaleWindow from(Duration begin) {
        return new SaleWindow(NOON.plus(begin), LATER.end());
    }

    private CompletionStage<ChangeOutcome> correct(WholeQueue over, SalePlan plan) {
        return changing(over).correct(details(), plan, ACTION);
    }

    private void maintain() {
        RestockSale restock = new RestockSale(
                ledger, queue, epochs, preparing(queue, epochs), () -> CompletableFuture.completedStage(1L));
        await(new MaintainSales(
                        ledger, ledger, changes, ledger, queue, restock, changing(queue), releasing(queue), KEPT)
                .iterate());
    }

    private void assertAgreed() {
        FlashSale known = details().sale();
        assertEquals(
                Optional.of(new QueuedTerms(known.state(), known.window(), known.version())),
                await(queue.terms(Shard.FIRST, sale)));
        assertTrue(await(ledger.unconfirmed(0, 10)).isEmpty());
        assertTrue(await(changes.pending(0, 10)).isEmpty());
        assertEquals(known.terms(), await(directory.find(sale)).orElseThrow());
    }

    @Test
    void aDraftIsCorrectedPublishedAndWithdrawn() {
        sale = await(ledger.create(details().copy(new ShopId(1), LATER), Shard.FIRST))
                .orElseThrow()
                .voucher();
        assertEquals(
                PrepareSales.Preparation.NO_SUCH_SALE,
                await(preparing(queue, epochs).prepare(sale)));
        assertInstanceOf(
                ChangeOutcome.Changed.class, await(correct(queue, priced(0).with(from(Duration.ofMinutes(5))))));
        assertEquals(Optional.empty(), free());
        assertEquals(
                SaleState.OPEN, moved(changing(queue), SaleTransition.PUBLISH).state());
        assertAgreed();
        assertEquals(new Admission.NotStarted(NOON.plusSeconds(300)), admit(1, ALICE));
        assertEquals(
                SaleState.DRAFT, moved(changing(queue), SaleTransition.WITHDRAW).state());
        assertEquals(new Admission.NoSuchSale(), admit(1, ALICE));
        assertEquals(
                SaleState.DRAFT, moved(changing(queue), SaleTransition.WITHDRAW).state());
        assertEquals(
                SaleState.OPEN, moved(changing(queue), SaleTransition.PUBLISH).state());
        clock.advance(Duration.ofMinutes(5));
        assertAdmitted(1, ALICE);
        assertEquals(ChangeOutcome.Refusal.BEGUN, await(changing(queue).move(sale, SaleTransition.WITHDRAW, ACTION)));
        assertAgreed();
    }

    @Test
    void aCorrectionReachesAllWhoHoldTheTerms() {
        assertEquals(LATER, await(directory.find(sale)).orElseThrow().window());
        SaleDetails seen = details();
        assertInstanceOf(
                ChangeOutcome.Changed.class, await(correct(queue, priced(2).with(from(Duration.ofMinutes(5))))));
        assertEquals(2, details().plan().payValue());
        assertAgreed();
        assertEquals(
                new ChangeOutcome.Differs(details().sale().version()),
                await(changing(queue).correct(seen, priced(1), ACTION)));
    }

    @Test
    void textsAndPriceStandShortlyBeforeTheBeginAndTheWindowLater() {
        clock.advance(Duration.between(NOON, LATER.begin()).minus(SaleChange.LEAD));
        assertEquals(ChangeOutcome.Refusal.BEGUN, await(correct(queue, priced(2))));
        assertInstanceOf(
                ChangeOutcome.Changed.class, await(correct(queue, priced(1).with(from(Duration.ofMinutes(61))))));
        clock.advance(Duration.ofMinutes(2));
        assertAdmitted(1, ALICE);
        assertEquals(ChangeOutcome.Refusal.BEGUN, await(correct(queue, priced(1).with(from(Duration.ofMinutes(90))))));
        SaleWindow shorter = new SaleWindow(details().plan().window().begin(), clock.instant());
        assertInstanceOf(
                ChangeOutcome.Changed.class, await(correct(queue, priced(1).with(shorter))));
        assertEquals(new Admission.Ended(), admit(2, BOB));
        assertEquals(new Admission.Accepted(new OrderId(1)), admit(1, ALICE), "what was accepted stays");
        assertAgreed();
    }

    @Test
    void aChangeThatWasCutShortIsCarriedOn() {
        for (boolean done : new boolean[] {false, true}) {
            long price = done ? 3 : 2;
            WholeQueue cut = new StepFault(1, done).over(queue);
            var _ = failureOf(TimedOut.class, correct(cut, priced(price)));
            maintain();
            assertEquals(price, details().plan().payValue());
            assertAgreed();
        }
        assertEquals(2, ledger.audited().size());
    }

    @Test
    void aNewPriceThatIsCarriedOnTooLateIsGivenUp() {
        var _ = failureOf(
                TimedOut.class,
                correct(new StepFault(1, true).over(queue), priced(2).with(from(Duration.ofMinutes(90)))));
        clock.advance(Duration.ofHours(1));
        assertEquals(new Admission.NotStarted(NOON.plus(Duration.ofMinutes(90))), admit(1, ALICE));
        maintain();
        assertEquals(1, details().plan().payValue());
        assertAgreed();
        assertAdmitted(1, ALICE);
    }

    @Test
    void aChangeIsDecidedAnewByAQueueThatLostIt() {
        var _ = failureOf(
                TimedOut.class,
                correct(new StepFault(1, true).over(queue), priced(1).with(from(Duration.ofMinutes(5)))));
        queue.loseEverything();
        reopen();
        assertEquals(new Admission.NotStarted(LATER.begin()), admit(1, ALICE));
        maintain();
        assertEquals(new Admission.NotStarted(NOON.plusSeconds(300)), admit(1, ALICE));
        assertAgreed();
    }

    @Test
    void theNextChangeCarriesOnTheOneBefore() {
        var _ = failureOf(TimedOut.class, correct(new StepFault(1, false).over(queue), priced(2)));
        SaleDetails seen = details();
        ChangeOutcome second = await(changing(queue).correct(seen, priced(3), ACTION));
        assertEquals(2, details().plan().payValue());
        assertEquals(new ChangeOutcome.Differs(details().sale().version()), second);
        assertAgreed();
    }

    @Test
    void aPauseOvertakesAChangeThatTheQueueHasNotTaken() {
        var _ = failureOf(TimedOut.class, correct(new StepFault(1, false).over(queue), priced(2)));
        assertEquals(
                SaleState.PAUSED, moved(changing(queue), SaleTransition.PAUSE).state());
        maintain();
        assertEquals(1, details().plan().payValue());
        assertEquals(SaleState.PAUSED, details().sale().state());
        assertAgreed();
    }

    @Test
    void theEndOfASaleThatLeftTheQueueIsNotMoved() {
        clock.advance(Duration.between(NOON, LATER.end()).plus(KEPT).plusSeconds(1));
        maintain();
        SaleWindow longer = new SaleWindow(LATER.begin(), clock.instant().plusSeconds(60));
        assertEquals(ChangeOutcome.Refusal.ENDED, await(correct(queue, priced(1).with(longer))));
        assertTrue(await(changes.pending(0, 10)).isEmpty());
    }

    /** The queue has a version that the database lost with its last commits, and a window that other software changed. */
    @Test
    void aWindowThatOtherSoftwareChangedComesIntoTheQueueByALaterVersion() {
        FlashSale lost = FlashSales.in(details().sale(), SaleState.OPEN, 1L << 52);
        assertTrue(await(queue.change(lost)));
        ledger.moveWindow(sale, from(Duration.ofMinutes(7)));
        var _ = await(
                new AlignTerms(ledger, WholeQueue.ports(queue)).align(details().sale()));
        assertEquals(new Admission.NotStarted(NOON.plus(Duration.ofMinutes(7))), admit(1, ALICE));
        assertTrue(details().sale().version() > lost.version());
        maintain();
        assertTrue(await(ledger.unconfirmed(0, 10)).isEmpty());
    }
}
