package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.assertFails;
import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.StockAdjustment.State;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.operation.StockAdjustments.Written;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every {@link FlashSaleRepository} promises; what it shows of orders is in {@link OrderLedgerContract}. */
public abstract class FlashSaleRepositoryContract {
    private static final Instant BEGIN = Instant.parse("2026-11-20T12:00:00Z");
    private static final SaleWindow WINDOW = new SaleWindow(BEGIN, BEGIN.plusSeconds(3600));

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));

    protected abstract FlashSaleRepository sales();

    /** A shop that is there and has no vouchers. */
    protected abstract ShopId freshShop();

    protected abstract ShopId unknownShop();

    /** Adds an ordinary voucher. */
    protected abstract VoucherId addVoucher(ShopId shop, int status);

    /** The adjustments of the same sales. */
    protected abstract StockAdjustments adjustments();

    /** The changes of the same sales. */
    protected abstract SaleChanges changes();

    protected final Optional<FlashSale> setState(VoucherId sale, SaleState state) {
        return FlashSales.setState(changes(), sale, state);
    }

    private static NewFlashSale sale(ShopId shop) {
        return FlashSales.plain(shop, "100 元代金券", "周一至周五", "可叠加\n不找零", 8000, 10000, 50, WINDOW);
    }

    private static final Instant LONG_AGO = Instant.parse("2020-01-02T00:00:00Z");

    private VoucherId createdWith(SaleWindow window) {
        NewFlashSale made = FlashSales.plain(freshShop(), "券", null, null, 1, 2, 50, window);
        return await(sales().create(made, shard)).orElseThrow().voucher();
    }

    private VoucherId created(ShopId shop) {
        return await(sales().create(sale(shop), shard)).orElseThrow().voucher();
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPTED, false, false, false",
        "ACCEPTED, true, false, false",
        "ACCEPTED, false, true, false",
        "ACCEPTED, false, false, true",
        "DURABLE, true, true, true"
    })
    void aNewSaleIsFoundLoadedAndShownAsItWasMade(
            Acknowledgement acknowledgement, boolean waitlist, boolean waitingRoom, boolean signedPath) {
        SaleOptions options = new SaleOptions(waitlist, waitingRoom, signedPath);
        ShopId shop = freshShop();
        NewFlashSale made = new NewFlashSale(shop, "券", null, null, 1, 2, 50, WINDOW, acknowledgement, options);
        VoucherId id = await(sales().create(made, shard)).orElseThrow().voucher();
        FlashSale expected = new FlashSale(id, shard, SaleState.OPEN, WINDOW, 50, 50, acknowledgement, 0, options);
        assertEquals(Optional.of(expected), await(sales().find(id)));
        assertEquals(Optional.of(LoadedSale.of(expected, Map.of(), Set.of())), await(LoadedSale.read(sales(), id)));
        assertTrue(await(sales().shards()).contains(shard));
        assertEquals(
                new Voucher.Terms(50, WINDOW.begin(), WINDOW.end(), options),
                await(sales().onSaleIn(shop)).getLast().flashSale());
        assertEquals(options, setState(id, SaleState.PAUSED).orElseThrow().options(), "for good");
    }

    @Test
    void whatIsNoSaleIsAbsent() {
        for (VoucherId id : List.of(new VoucherId(Long.MAX_VALUE), addVoucher(freshShop(), 1))) {
            assertEquals(Optional.empty(), await(sales().find(id)));
            assertEquals(Optional.empty(), await(LoadedSale.read(sales(), id)));
            assertEquals(Optional.empty(), setState(id, SaleState.OPEN));
        }
    }

    @Test
    void aNewSaleChangesWhatItsShopHasOnSale() {
        ShopId shop = freshShop();

        CacheChange first =
                await(sales().create(sale(shop), shard)).orElseThrow().change();
        CacheChange second =
                await(sales().create(sale(shop), shard)).orElseThrow().change();

        String key = Long.toString(shop.value());
        assertEquals(new CacheChange(first.id(), CacheNames.VOUCHERS, key), first);
        assertEquals(new CacheChange(second.id(), CacheNames.VOUCHERS, key), second);
        assertTrue(first.id() < second.id(), () -> first + ", " + second);
    }

    @Test
    void noSaleIsMadeForAnUnknownShop() {
        ShopId unknown = unknownShop();
        assertEquals(Optional.empty(), await(sales().create(sale(unknown), shard)));
        assertEquals(List.of(), await(sales().onSaleIn(unknown)));
    }

    @Test
    void theVouchersOfAShopThatAreOnComeById() {
        ShopId shop = freshShop();
        VoucherId ordinary = addVoucher(shop, 1);
        VoucherId flash = created(shop);
        VoucherId off = addVoucher(shop, 2);
        VoucherId elsewhere = created(freshShop());
        List<Voucher> found = await(sales().onSaleIn(shop));
        assertEquals(List.of(ordinary, flash), found.stream().map(Voucher::id).toList(), off + ", " + elsewhere);
        assertEquals(0, found.getFirst().type());
        assertEquals(null, found.getFirst().flashSale());
    }

    @Test
    void aFlashSaleIsShownWithItsTerms() {
        ShopId shop = freshShop();
        VoucherId id = created(shop);
        Voucher shown = await(sales().onSaleIn(shop)).getFirst();
        assertEquals(id, shown.id());
        assertEquals(shop, shown.shop());
        assertEquals("100 元代金券", shown.title());
        assertEquals("周一至周五", shown.subTitle());
        assertEquals("可叠加\n不找零", shown.rules());
        assertEquals(8000, shown.payValue());
        assertEquals(10000, shown.actualValue());
        assertEquals(1, shown.type());
        assertEquals(1, shown.status());
        assertEquals(new Voucher.Terms(50, WINDOW.begin(), WINDOW.end(), SaleOptions.NONE), shown.flashSale());
    }

    @Test
    void aSaleRunsInItsShardFromItsBeginToItsEnd() {
        VoucherId coming = createdWith(
                new SaleWindow(Instant.parse("2036-01-01T00:00:00Z"), Instant.parse("2037-01-01T00:00:00Z")));
        VoucherId over = createdWith(new SaleWindow(Instant.parse("2020-01-01T00:00:00Z"), LONG_AGO));
        VoucherId on = createdWith(new SaleWindow(LONG_AGO, Instant.parse("2037-01-01T00:00:00Z")));
        assertEquals(List.of(on), await(sales().running(shard)));
        assertEquals(List.of(), await(sales().running(new Shard(shard.number() - 1))));
        assertEquals(List.of(on, coming), vouchers(Duration.ofHours(1)));
        assertEquals(Set.of(on, coming, over), Set.copyOf(vouchers(Duration.ofDays(36_500))));
    }

    private List<VoucherId> vouchers(Duration retention) {
        return await(sales().balances(shard, retention)).stream()
                .map(balance -> balance.sale().voucher())
                .toList();
    }

    @Test
    void eachTurnRaisesTheVersionOfASale() {
        VoucherId id = created(freshShop());
        FlashSale paused = setState(id, SaleState.PAUSED).orElseThrow();
        assertEquals(SaleState.PAUSED, paused.state());
        assertTrue(paused.version() > 0);
        FlashSale again = setState(id, SaleState.PAUSED).orElseThrow();
        assertEquals(SaleState.PAUSED, again.state());
        assertTrue(again.version() > paused.version());
        assertEquals(Optional.of(again), await(sales().find(id)));
        assertEquals(again, await(LoadedSale.read(sales(), id)).orElseThrow().sale());
        assertTrue(setState(id, SaleState.OPEN).orElseThrow().version() > again.version());
    }

    @Test
    void aTurnedSaleIsUnconfirmedUntilTheQueueHasThatVersion() {
        VoucherId id = created(freshShop());
        assertFalse(isUnconfirmed(id));

        long first = setState(id, SaleState.PAUSED).orElseThrow().version();
        assertTrue(isUnconfirmed(id));
        long second = setState(id, SaleState.OPEN).orElseThrow().version();
        await(sales().confirm(id, first));
        assertTrue(isUnconfirmed(id));
        await(sales().confirm(id, second));
        await(sales().confirm(id, first));
        assertFalse(isUnconfirmed(id));
    }

    private boolean isUnconfirmed(VoucherId id) {
        return await(sales().unconfirmed(0, 10_000)).stream()
                .anyMatch(sale -> sale.voucher().equals(id));
    }

    @Test
    void aSaleThatIsOverIsListedUntilItIsMarkedRemoved() {
        VoucherId id = createdWith(new SaleWindow(LONG_AGO.minusSeconds(60), LONG_AGO));

        assertFalse(isOver(id, Duration.ofDays(36_500)));
        assertTrue(isOver(id, Duration.ofHours(24)));
        var _ = setState(id, SaleState.PAUSED);
        assertTrue(isUnconfirmed(id));
        assertTrue(await(LoadedSale.read(sales(), id)).isPresent());
        await(sales().markRemoved(id));
        assertEquals(Optional.empty(), await(LoadedSale.read(sales(), id)));
        assertTrue(await(sales().find(id)).isPresent());
        assertFalse(isOver(id, Duration.ofHours(24)));
        assertFalse(isUnconfirmed(id));
    }

    /** Other tests share the tables, so what lies between these is not looked at. */
    @Test
    void theWorkOfTheKeeperIsListedPageByPage() {
        VoucherId first = createdWith(new SaleWindow(LONG_AGO.minusSeconds(60), LONG_AGO));
        VoucherId second = createdWith(new SaleWindow(LONG_AGO.minusSeconds(60), LONG_AGO));
        Duration retention = Duration.ofHours(24);
        var _ = setState(first, SaleState.PAUSED);
        var _ = setState(second, SaleState.PAUSED);
        StockAdjustment one = adjusted(first, "one", 7);
        StockAdjustment other = adjusted(second, "other", 7);

        assertEquals(
                second,
                await(sales().unconfirmed(second.value() - 1, 1)).getFirst().voucher());
        assertEquals(
                second,
                await(sales().over(retention, second.value() - 1, 1)).getFirst().voucher());
        assertEquals(List.of(other), await(adjustments().pending(other.id() - 1, 1)));
        assertFalse(await(sales().unconfirmed(first.value(), 10_000)).stream()
                .anyMatch(sale -> sale.voucher().equals(first)));
        assertFalse(await(sales().over(retention, first.value(), 10_000)).stream()
                .anyMatch(sale -> sale.voucher().equals(first)));
        assertFalse(await(adjustments().pending(one.id(), 10_000)).contains(one));
    }

    private boolean isOver(VoucherId id, Duration retention) {
        return await(sales().over(retention, 0, 10_000)).stream()
                .anyMatch(sale -> sale.voucher().equals(id));
    }

    private final AtomicLong adjustmentIds =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60));

    /** The shards of these tests have no writer. */
    private Epoch epoch() {
        return new Epoch(shard, 0);
    }

    private StockAdjustment adjusted(VoucherId sale, String name, long units) {
        Written written = await(adjustments().write(adjustmentIds.incrementAndGet(), sale, name, units));
        return assertInstanceOf(Written.Stands.class, written).adjustment();
    }

    private void assertUnits(VoucherId id, long issued, long stock, StockAdjustment... counted) {
        LoadedSale snapshot = await(LoadedSale.read(sales(), id)).orElseThrow();
        assertEquals(issued, snapshot.sale().issued());
        assertEquals(stock, snapshot.sale().stock());
        assertEquals(
                Stream.of(counted).map(StockAdjustment::id).collect(Collectors.toSet()),
                snapshot.snapshot().adjustments());
    }

    private void assertPending(long pending, long counted, VoucherId id) {
        SaleBalance balance = await(sales().balances(shard, Duration.ofDays(36_500))).stream()
                .filter(one -> one.sale().voucher().equals(id))
                .findFirst()
                .orElseThrow();
        assertEquals(
                pending,
                balance.adjustments().stream()
                        .filter(one -> one.state() == StockAdjustment.State.PENDING)
                        .count());
        assertEquals(
                counted,
                balance.adjustments().stream()
                        .filter(one -> one.units() > 0 || one.state() == StockAdjustment.State.DONE)
                        .count());
        assertEquals(0, await(sales().tally(id)).surplus());
    }

    @Test
    void unitsToBeAddedCountFromTheWritingOn() {
        VoucherId id = created(freshShop());

        StockAdjustment more = adjusted(id, "more", 7);

        assertEquals(new StockAdjustment(more.id(), shard, id, "more", 7, State.PENDING), more);
        assertUnits(id, 57, 57, more);
        assertTrue(await(adjustments().pending(0, 10_000)).contains(more));
        assertPending(1, 1, id);
        await(adjustments().finish(epoch(), more));
        assertPending(0, 1, id);
        await(adjustments().finish(epoch(), more));
        assertUnits(id, 57, 57, more);
        assertFalse(await(adjustments().pending(0, 10_000)).contains(more));
    }

    @Test
    void unitsToBeTakenCountOnceTheQueueGaveThemUp() {
        VoucherId id = created(freshShop());

        StockAdjustment fewer = adjusted(id, "fewer", -7);
        assertUnits(id, 50, 50);
        assertPending(1, 0, id);
        await(adjustments().finish(epoch(), fewer));
        assertPending(0, 1, id);
        await(adjustments().finish(epoch(), fewer));

        assertUnits(id, 43, 43, fewer);
    }

    @Test
    void aRefusedAdjustmentStaysRefused() {
        VoucherId id = created(freshShop());
        StockAdjustment fewer = adjusted(id, "fewer", -7);
        Epoch later = new Epoch(shard, 1);
        assertFails(Unavailable.class, adjustments().finish(later, fewer));
        assertFails(Unavailable.class, adjustments().refuse(later, fewer));
        assertUnits(id, 50, 50);
        assertEquals(fewer, adjusted(id, "fewer", -7), "the queue did it in another epoch");

        await(adjustments().refuse(epoch(), fewer));
        await(adjustments().finish(epoch(), fewer));

        assertUnits(id, 50, 50);
        assertEquals(State.REFUSED, adjusted(id, "fewer", -7).state());
        assertFalse(await(adjustments().pending(0, 10_000)).contains(fewer));
    }

    @Test
    void anAdjustmentIsWrittenOnceForItsNameAndSale() {
        VoucherId id = created(freshShop());
        VoucherId other = created(freshShop());
        List<Written> answers = atOnce(8, i -> adjustments().write(adjustmentIds.get() + 1000 + i, id, "新增", 7));
        StockAdjustment first = adjusted(id, "新增", 9);
        assertEquals(Set.of(new Written.Stands(first)), Set.copyOf(answers));
        await(adjustments().finish(epoch(), first));
        assertEquals(State.DONE, adjusted(id, "新增", 7).state());
        StockAdjustment second = adjusted(other, "新增", 7);
        assertUnits(id, 57, 57, first);
        assertUnits(other, 57, 57, second);
    }

    @Test
    void whatTheDatabaseCannotDoIsRefusedWhole() {
        VoucherId id = created(freshShop());

        assertEquals(
                new Written.NoSuchSale(),
                await(adjustments().write(adjustmentIds.incrementAndGet(), new VoucherId(Long.MAX_VALUE), "more", 7)));
        assertEquals(
                new Written.TooMany(),
                await(adjustments().write(adjustmentIds.incrementAndGet(), id, "much", Integer.MAX_VALUE - 49)));
        StockAdjustment fewer = adjusted(id, "fewer", -51);
        assertInstanceOf(Conflict.class, failureOf(adjustments().finish(epoch(), fewer)));

        assertUnits(id, 50, 50);
        await(adjustments().refuse(epoch(), fewer));
    }
}
