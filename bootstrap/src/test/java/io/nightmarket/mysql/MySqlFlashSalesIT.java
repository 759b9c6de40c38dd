package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.contract.FlashSaleRepositoryContract;
import io.nightmarket.domain.flashsale.FlashSaleRepository;
import io.nightmarket.domain.flashsale.StockAdjustments;
import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.shop.ShopId;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MySqlFlashSalesIT extends FlashSaleRepositoryContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected FlashSaleRepository sales() {
        return fixture.adapters().flashSales();
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
        return fixture.adapters().stockAdjustments();
    }

    @Test
    void aSaleMadeByOtherSoftwareIsShownButIsNoSaleHere() {
        ShopId shop = freshShop();
        VoucherId voucher = addVoucher(shop, 1);
        var _ = execute("INSERT INTO tb_seckill_voucher (voucher_id, stock) VALUES (?, 7)", voucher.value());
        assertEquals(Optional.empty(), await(sales().load(voucher)));
        Voucher shown = await(sales().onSaleIn(shop)).getFirst();
        assertEquals(Optional.of(7L), Optional.ofNullable(shown.flashSale()).map(Voucher.Terms::stock));
    }
}
