package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlRoomRecordsIT extends RoomRecordsContract {
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
    protected RoomRecords records() {
        return fixture.adapters().roomRecords();
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
