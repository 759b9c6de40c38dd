package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.OrderBooksContract;
import io.nightmarket.domain.flashsale.FlashSaleRepository;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.DeadLetters;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.StockReturns;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MySqlOrderBooksIT extends OrderBooksContract {
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
    protected OrderBooks books() {
        return fixture.adapters().orderBooks();
    }

    @Override
    protected StockReturns returns() {
        return fixture.adapters().stockReturns();
    }

    @Override
    protected DeadLetters letters() {
        return fixture.adapters().deadLetters();
    }

    @Override
    protected OrderRepository orders() {
        return fixture.adapters().orders();
    }

    @Override
    protected FlashSaleRepository sales() {
        return fixture.adapters().flashSales();
    }

    @Override
    protected ShopId shop() {
        return shop;
    }

    @Override
    protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        MySqlFixture.plantOrder(id, user, voucher, at);
    }
}
