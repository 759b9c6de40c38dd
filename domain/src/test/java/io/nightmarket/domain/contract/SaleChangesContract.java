package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.domain.memory.FlashSales.ACTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.SaleChanges.Answer;
import io.nightmarket.domain.sale.operation.SaleChanges.Concluded;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link SaleChanges} promises. */
public abstract class SaleChangesContract {
    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    private final Epoch epoch = new Epoch(shard, 0);

    protected abstract SaleChanges changes();

    /** Where the sales are read. */
    protected abstract FlashSaleRepository sales();

    protected abstract ShopId freshShop();

    /** What staff did to sales, the latest last. */
    protected abstract List<StaffAction> audited();

    /** By the clock of the store. */
    protected abstract Instant now();

    private SaleWindow from(Duration begin) {
        Instant from = now().plus(begin).truncatedTo(ChronoUnit.SECONDS);
        return new SaleWindow(from, from.plus(Duration.ofHours(9)));
    }

    private SaleDetails sale(Duration begin, boolean draft) {
        NewFlashSale made = new NewFlashSale(
                freshShop(),
                "券",
                "周末",
                null,
                8000,
                10000,
                5,
                from(begin),
                Acknowledgement.ACCEPTED,
                SaleOptions.NONE,
                draft);
        return details(await(sales().create(made, shard)).orElseThrow().voucher());
    }

    private SaleDetails details(VoucherId voucher) {
        return await(changes().find(voucher)).orElseThrow();
    }

    private SaleDetails again(SaleDetails sale) {
        return details(sale.sale().voucher());
    }

    private static SalePlan plan(SaleDetails sale, String title, long payValue) {
        SalePlan plan = sale.plan();
        return new SalePlan(title, plan.subTitle(), "不找零", payValue, plan.actualValue(), plan.window());
    }

    private Answer write(SaleDetails seen, SalePlan plan, boolean withdraw) {
        FlashSale sale = seen.sale();
        return await(changes().write(sale.voucher(), sale.version(), plan, withdraw, ACTION));
    }

    private SaleChange pending(SaleDetails seen, SalePlan plan, boolean withdraw) {
        return assertInstanceOf(Answer.Pending.class, write(seen, plan, withdraw))
                .change();
    }

    private Answer move(SaleDetails sale, SaleTransition transition) {
        return await(changes().move(sale.sale().voucher(), transition, ACTION));
    }

    private SaleState moved(SaleDetails sale, SaleTransition transition) {
        return assertInstanceOf(Answer.Changed.class, move(sale, transition))
                .sale()
                .state();
    }

    private Concluded conclude(SaleChange change, Decision decision) {
        return await(changes().conclude(epoch, change, decision));
    }

    @Test
    void aDraftIsNotForShoppersAndIsChangedAtOnce() {
        SaleDetails draft = sale(Duration.ofHours(1), true);
        VoucherId id = draft.sale().voucher();
        ShopId shop = Optional.ofNullable(draft.shop()).orElseThrow();
        assertEquals(SaleState.DRAFT, draft.sale().state());
        assertEquals(Optional.empty(), await(sales().find(id)));
        assertEquals(Optional.empty(), await(LoadedSale.read(sales(), id)));
        assertEquals(List.of(), await(sales().onSaleIn(shop)));
        assertEquals(List.of(), await(sales().balances(shard, Duration.ofDays(1))));

        SalePlan plan = plan(draft, "新券", 7000).with(from(Duration.ofHours(-2)));
        Answer.Changed changed = assertInstanceOf(Answer.Changed.class, write(draft, plan, false));
        assertTrue(changed.sale().version() > draft.sale().version());
        assertEquals(plan, again(draft).plan());
        assertEquals(List.of(), await(sales().running(shard)));
        assertFalse(isUnconfirmed(id));
        assertEquals(ACTION, audited().getLast());
        assertEquals(
                new Answer.Refused(new ChangeOutcome.Differs(changed.sale().version())), write(draft, plan, false));

        Answer.Changed published = assertInstanceOf(Answer.Changed.class, move(draft, SaleTransition.PUBLISH));
        assertEquals(CacheNames.VOUCHERS, published.cache().orElseThrow().cache());
        assertEquals(Optional.of(published.sale()), await(sales().find(id)));
        assertEquals(1, await(sales().onSaleIn(shop)).size());
        assertEquals(List.of(id), await(sales().running(shard)));
        assertTrue(isUnconfirmed(id));
    }

    private boolean isUnconfirmed(VoucherId id) {
        return await(sales().unconfirmed(id.value() - 1, 1)).stream()
                .anyMatch(sale -> sale.voucher().equals(id));
    }

    @Test
    void aTransitionIsRefusedInAnyStateButItsOwn() {
        SaleDetails sale = sale(Duration.ofHours(1), false);
        assertEquals(SaleState.OPEN, moved(sale, SaleTransition.PUBLISH), "repeated");
        assertEquals(SaleState.PAUSED, moved(sale, SaleTransition.PAUSE));
        assertEquals(
                new Answer.Refused(new ChangeOutcome.WrongState(SaleState.PAUSED)), move(sale, SaleTransition.PUBLISH));
        assertEquals(SaleState.OPEN, moved(sale, SaleTransition.RESUME));
        assertEquals(SaleState.CALLED_OFF, moved(sale, SaleTransition.CALL_OFF));
        assertEquals(SaleState.CALLED_OFF, moved(sale, SaleTransition.CALL_OFF));
        ChangeOutcome off = new ChangeOutcome.WrongState(SaleState.CALLED_OFF);
        for (SaleTransition other : List.of(SaleTransition.PUBLISH, SaleTransition.PAUSE, SaleTransition.RESUME)) {
            assertEquals(new Answer.Refused(off), move(sale, other));
        }
        assertEquals(new Answer.Refused(off), write(again(sale), sale.plan(), false));
        ChangeOutcome none = ChangeOutcome.Refusal.NO_SUCH_SALE;
        VoucherId unknown = new VoucherId(Long.MAX_VALUE);
        assertEquals(new Answer.Refused(none), await(changes().move(unknown, SaleTransition.PAUSE, ACTION)));
        assertEquals(new Answer.Refused(none), await(changes().write(unknown, 0, sale.plan(), false, ACTION)));
        assertEquals(Optional.empty(), await(changes().find(unknown)));
    }

    @Test
    void aChangeStandsUntilItIsConcludedAndAppliesOnce() {
        SaleDetails sale = sale(Duration.ofHours(1), false);
        SalePlan plan = plan(sale, "新券", 7000).with(from(Duration.ofHours(2)));
        SaleChange change = pending(sale, plan, false);
        assertTrue(change.beforeBegin());
        assertEquals(plan.window(), change.sale().window());
        assertEquals(sale, again(sale), "not yet");
        assertEquals(new Answer.UnderWay(change), write(sale, plan, false));
        assertEquals(new Answer.UnderWay(change), move(sale, SaleTransition.RESUME));
        VoucherId id = sale.sale().voucher();
        assertEquals(List.of(change), await(changes().pending(id.value() - 1, 1)));
        assertEquals(Optional.empty(), await(sales().raiseVersion(sale.sale(), 7)));

        Concluded end = conclude(change, Decision.APPLIED);
        assertEquals(Decision.APPLIED, end.decision());
        assertEquals(change.sale().version(), end.sale().version());
        assertTrue(end.cache().isPresent());
        assertEquals(plan, again(sale).plan());
        assertEquals(ACTION, audited().getLast());
        int entries = audited().size();
        assertEquals(new Concluded(end.sale(), Decision.APPLIED, Optional.empty()), conclude(change, Decision.BEGUN));
        assertEquals(entries, audited().size());
        assertFalse(await(changes().pending(id.value() - 1, 1)).contains(change));
        long raised = await(sales().raiseVersion(end.sale(), end.sale().version() + 5))
                .orElseThrow()
                .version();
        assertTrue(raised > end.sale().version() + 5);
        assertEquals(Optional.empty(), await(sales().raiseVersion(end.sale(), 0)), "no longer as it was seen");
    }

    @Test
    void aPauseDuringAChangeStays() {
        SaleDetails sale = sale(Duration.ofHours(1), false);
        SaleChange change = pending(sale, sale.plan().with(from(Duration.ofHours(2))), false);
        assertFalse(change.beforeBegin());
        FlashSale paused = assertInstanceOf(Answer.Changed.class, move(sale, SaleTransition.PAUSE))
                .sale();
        Concluded end = conclude(change, Decision.APPLIED);
        assertEquals(SaleState.PAUSED, end.sale().state());
        assertTrue(end.sale().version() > paused.version());
        assertEquals(change.sale().window(), end.sale().window());
        assertTrue(isUnconfirmed(sale.sale().voucher()));
    }

    @Test
    void whatTheQueueRefusesChangesNothing() {
        for (Decision refusal : List.of(Decision.BEGUN, Decision.OVERTAKEN, Decision.NO_SUCH_SALE)) {
            SaleDetails sale = sale(Duration.ofHours(1), false);
            SaleChange change = pending(sale, plan(sale, "新券", 7000), false);
            assertEquals(new Concluded(sale.sale(), refusal, Optional.empty()), conclude(change, refusal));
            assertEquals(sale, again(sale));
            assertInstanceOf(Answer.Pending.class, write(sale, plan(sale, "another", 7000), false));
        }
    }

    @Test
    void aPriceThatComesTooLateIsRefusedAndTheQueueGetsALaterVersion() {
        SaleDetails sale = sale(SaleChange.PRICE_LEAD.minusSeconds(2), false);
        SaleChange change = pending(sale, plan(sale, "新券", 7000), false);
        Concluded end = conclude(change, Decision.APPLIED);
        assertEquals(Decision.BEGUN, end.decision());
        assertTrue(end.sale().version() > change.sale().version());
        assertEquals(sale.plan(), again(sale).plan());
        SaleDetails soon = sale(Duration.ofHours(1), false);
        SalePlan nearer = plan(soon, "新券", 7000).with(from(Duration.ofSeconds(2)));
        assertEquals(
                Decision.BEGUN,
                conclude(pending(soon, nearer, false), Decision.APPLIED).decision());
        SaleDetails texts = sale(Duration.ofSeconds(1), false);
        SaleChange renamed = pending(texts, plan(texts, "新券", texts.plan().payValue()), false);
        assertEquals(Decision.APPLIED, conclude(renamed, Decision.APPLIED).decision());
    }

    @Test
    void aWithdrawnSaleIsADraft() {
        SaleDetails sale = sale(Duration.ofHours(1), false);
        SaleChange change = pending(sale, sale.plan(), true);
        assertEquals(SaleState.DRAFT, change.sale().state());
        assertEquals(SaleState.DRAFT, conclude(change, Decision.APPLIED).sale().state());
        assertEquals(Optional.empty(), await(sales().find(sale.sale().voucher())));
        assertInstanceOf(Answer.Changed.class, write(again(sale), sale.plan(), true), "repeated");
    }

    @Test
    void aChangeIsConcludedInItsEpochAlone() {
        SaleDetails sale = sale(Duration.ofHours(1), false);
        SaleChange change = pending(sale, plan(sale, "新券", 7000), false);
        Epoch other = new Epoch(shard, 1);
        assertInstanceOf(Unavailable.class, failureOf(changes().conclude(other, change, Decision.APPLIED)));
        assertEquals(new Answer.UnderWay(change), write(sale, sale.plan(), false));
    }
}
