package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.FlashSaleRepository;
import io.nightmarket.domain.flashsale.NewFlashSale;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.SaleState;
import io.nightmarket.domain.flashsale.SaleWindow;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link FlashSaleRepository} promises; what it shows of orders is in {@link OrderBooksContract}. */
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

    protected abstract void turn(VoucherId sale, SaleState state);

    private static NewFlashSale sale(ShopId shop) {
        return new NewFlashSale(shop, "100 元代金券", "周一至周五", "可叠加\n不找零", 8000, 10000, 50, WINDOW);
    }

    private VoucherId created(ShopId shop) {
        return await(sales().create(sale(shop), shard)).orElseThrow();
    }

    @Test
    void aNewSaleIsLoadedAsItWasMade() {
        VoucherId id = created(freshShop());
        FlashSale expected = new FlashSale(id, shard, SaleState.OPEN, WINDOW, 50, 50);
        assertEquals(Optional.of(new SaleSnapshot(expected, Map.of())), await(sales().load(id)));
    }

    @Test
    void noSaleIsMadeForAnUnknownShop() {
        ShopId unknown = unknownShop();
        assertEquals(Optional.empty(), await(sales().create(sale(unknown), shard)));
        assertEquals(List.of(), await(sales().onSaleIn(unknown)));
    }

    @Test
    void aSaleThatWasNeverMadeIsAbsent() {
        assertEquals(Optional.empty(), await(sales().load(new VoucherId(Long.MAX_VALUE))));
    }

    @Test
    void anOrdinaryVoucherIsNoSale() {
        assertEquals(Optional.empty(), await(sales().load(addVoucher(freshShop(), 1))));
    }

    @Test
    void aPausedSaleIsLoadedAsPaused() {
        VoucherId id = created(freshShop());
        turn(id, SaleState.PAUSED);
        assertEquals(
                SaleState.PAUSED, await(sales().load(id)).orElseThrow().sale().state());
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
        assertEquals(new Voucher.Terms(50, WINDOW.begin(), WINDOW.end()), shown.flashSale());
    }

    @Test
    void aSaleIsUnfinishedUntilItsEnd() {
        VoucherId id = created(freshShop());
        assertEquals(List.of(id), await(sales().unfinished(shard, BEGIN.minusSeconds(86400))));
        assertEquals(List.of(id), await(sales().unfinished(shard, WINDOW.end().minusSeconds(1))));
        assertEquals(List.of(), await(sales().unfinished(shard, WINDOW.end())));
    }

    @Test
    void aSaleIsFoundWithoutItsClaimsAndItsShardIsKnown() {
        VoucherId voucher = created(freshShop());

        FlashSale found = await(sales().find(voucher)).orElseThrow();

        assertEquals(await(sales().load(voucher)).orElseThrow().sale(), found);
        assertEquals(shard, found.shard());
        assertTrue(await(sales().shards()).contains(shard));
        assertEquals(Optional.empty(), await(sales().find(new VoucherId(Long.MAX_VALUE))));
    }

    @Test
    void anotherShardsSalesAreNotListed() {
        VoucherId id = created(freshShop());
        Shard other = new Shard(shard.number() - 1);
        assertEquals(List.of(), await(sales().unfinished(other, BEGIN)), id.toString());
    }
}
