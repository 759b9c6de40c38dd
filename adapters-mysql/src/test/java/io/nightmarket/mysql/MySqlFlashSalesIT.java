package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.contract.FlashSaleRepositoryContract;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlFlashSalesIT extends FlashSaleRepositoryContract {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected ShopId freshShop() {
        return MySqlFixture.newShop();
    }

    @Override
    protected ShopId unknownShop() {
        return new ShopId(Long.MAX_VALUE);
    }

    @Override
    protected VoucherId addVoucher(ShopId shop, int status) {
        return new VoucherId(execute(
                "INSERT INTO tb_voucher (shop_id, title, pay_value, actual_value, status) VALUES (?, '券', 1, 2, ?)",
                shop.value(),
                status));
    }

    @Override
    protected StockAdjustments adjustments() {
        return MYSQL.adapters().stockAdjustments();
    }

    @Override
    protected SaleChanges changes() {
        return MYSQL.adapters().saleChanges();
    }

    @Test
    void aSaleMadeByOtherSoftwareIsShownButIsNoSaleHere() {
        ShopId shop = freshShop();
        VoucherId voucher = addVoucher(shop, 1);
        var _ = execute("INSERT INTO tb_seckill_voucher (voucher_id, stock) VALUES (?, 7)", voucher.value());
        assertEquals(Optional.empty(), await(LoadedSale.read(sales(), voucher)));
        Voucher shown = await(sales().onSaleIn(shop)).getFirst();
        assertEquals(Optional.of(7L), Optional.ofNullable(shown.flashSale()).map(Voucher.Terms::stock));
    }

    @Test
    void theChangeIsWrittenWithTheSaleAndOnlyThen() {
        ShopId shop = freshShop();
        SaleWindow window = new SaleWindow(NOON, NOON.plusSeconds(60));
        NewFlashSale sale = FlashSales.plain(shop, "券", null, null, 1, 2, 5, window);
        NewFlashSale tooLong = FlashSales.plain(shop, "券".repeat(256), null, null, 1, 2, 5, window);

        CacheChange change =
                await(sales().create(sale, Shard.FIRST)).orElseThrow().change();
        var _ = failureOf(sales().create(tooLong, Shard.FIRST));

        String ofShop = "SELECT COUNT(*) FROM cache_change WHERE cache = 'vouchers' AND entry = ?";
        String key = Long.toString(shop.value());
        assertEquals(1, number(ofShop, key));
        assertEquals(1, number(ofShop + " AND id = ? AND confirmed_by = ''", key, change.id()));
    }

    /** Their commits were lost after the queue was told. */
    @Test
    void aTurnIsLaterThanTheTurnsThatTheDatabaseLost() {
        VoucherId voucher = create(Shard.FIRST, 5, NOON);
        long observed = 0;
        for (SaleState state : List.of(SaleState.PAUSED, SaleState.OPEN, SaleState.PAUSED)) {
            observed = setState(voucher, state).orElseThrow().version();
        }
        var _ = execute("UPDATE flash_sale SET state = 'OPEN', version = 0 WHERE voucher_id = ?", voucher.value());
        long second = number("SELECT UNIX_TIMESTAMP()");
        Eventually.holds("a second passed", () -> number("SELECT UNIX_TIMESTAMP()") > second + 2);

        assertTrue(setState(voucher, SaleState.OPEN).orElseThrow().version() > observed);
    }

    /** The kill switch goes by state and version alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE tb_seckill_voucher SET end_time = begin_time WHERE voucher_id = ?",
                "UPDATE tb_seckill_voucher SET end_time = begin_time - INTERVAL 1 HOUR WHERE voucher_id = ?",
                "DELETE FROM tb_seckill_voucher WHERE voucher_id = ?"
            })
    void aSaleIsPausedWhateverOtherSoftwareMadeOfItsWindow(String spoiling) {
        VoucherId sale = over(new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE)));
        var _ = execute(spoiling, sale.value());
        FlashSale paused = setState(sale, SaleState.PAUSED).orElseThrow();
        assertEquals(SaleState.PAUSED, paused.state());
        assertTrue(
                await(sales().unconfirmed(sale.value() - 1, 100)).stream()
                        .anyMatch(one -> one.voucher().equals(sale) && one.version() == paused.version()),
                "and brought to the queue later, if that is away");
        await(sales().confirm(sale, paused.version()));
        assertEquals(Optional.empty(), await(sales().find(sale)), "it can't be opened");
    }

    @Test
    void aRowThatCanNotBeReadHoldsUpNoOther() {
        Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
        VoucherId odd = over(shard);
        VoucherId good = over(shard);
        for (VoucherId voucher : List.of(odd, good)) {
            var _ = setState(voucher, SaleState.PAUSED);
        }
        var _ = execute("UPDATE flash_sale SET state = 'ODD' WHERE voucher_id = ?", odd.value());
        var _ = execute(
                "INSERT INTO stock_adjustment (id, voucher_id, name, units, state) VALUES (?, ?, 'odd', 1, 'ODD')",
                odd.value(),
                good.value());

        List<VoucherId> unconfirmed = await(sales().unconfirmed(odd.value() - 1, 100)).stream()
                .map(FlashSale::voucher)
                .toList();
        List<VoucherId> past = await(sales().over(Duration.ofHours(24), odd.value() - 1, 100)).stream()
                .map(FlashSale::voucher)
                .toList();
        List<VoucherId> balanced = await(sales().balances(shard, Duration.ofDays(36_500))).stream()
                .map(balance -> balance.sale().voucher())
                .toList();

        assertTrue(unconfirmed.contains(good));
        assertTrue(past.contains(good));
        assertEquals(List.of(good), balanced);
    }

    private VoucherId create(Shard shard, int units, Instant begin) {
        SaleWindow window = new SaleWindow(begin, begin.plusSeconds(60));
        NewFlashSale made = FlashSales.plain(freshShop(), "券", null, null, 1, 2, units, window);
        return await(sales().create(made, shard)).orElseThrow().voucher();
    }

    private VoucherId over(Shard shard) {
        return create(shard, 5, Instant.parse("2001-01-01T12:00:00Z"));
    }

    /** More than one answer of the database brings. */
    @Test
    void aSaleWithVeryManyClaimsIsLoadedWhole() {
        VoucherId voucher = create(Shard.FIRST, 50_000, NOON);
        String digits = "(SELECT 0 d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5"
                + " UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)";
        var _ = execute(
                "INSERT INTO order_claim (voucher_id, user_id, order_id)"
                        + " SELECT ?, 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d,"
                        + " 5000000 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d FROM " + digits + " a, "
                        + digits + " b, " + digits + " c, " + digits
                        + " e, (SELECT 0 d UNION SELECT 1 UNION SELECT 2) f",
                voucher.value());

        LoadedSale loaded = await(LoadedSale.read(sales(), voucher)).orElseThrow();

        assertEquals(30_000, loaded.claims().size());
        assertEquals(new OrderId(5_000_000), loaded.claims().get(new UserId(1)));
        assertEquals(new OrderId(5_029_999), loaded.claims().get(new UserId(30_000)));
        assertEquals(30_000, await(sales().tally(voucher)).surplus(), "claims that no unit was issued for");
    }
}
