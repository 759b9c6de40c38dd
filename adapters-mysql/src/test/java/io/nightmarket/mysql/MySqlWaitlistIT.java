package io.nightmarket.mysql;

import io.nightmarket.domain.contract.WaitlistContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;

final class MySqlWaitlistIT extends WaitlistContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Override
    protected Waitlist waitlist() {
        return MYSQL.adapters().waitlist();
    }

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected OrderLedger ledger() {
        return MYSQL.adapters().orderLedger(Duration.ofDays(1));
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }
}
