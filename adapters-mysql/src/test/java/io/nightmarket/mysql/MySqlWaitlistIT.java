package io.nightmarket.mysql;

import io.nightmarket.domain.contract.WaitlistContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlWaitlistIT extends WaitlistContract {
    private static MySqlFixture fixture;
    private static ShopId shop;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
        shop = MySqlFixture.newShop();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected Waitlist waitlist() {
        return fixture.adapters().waitlist();
    }

    @Override
    protected FlashSaleRepository sales() {
        return fixture.adapters().flashSales();
    }

    @Override
    protected OrderLedger ledger() {
        return fixture.adapters().orderLedger(true);
    }

    @Override
    protected ShopId shop() {
        return shop;
    }
}
