package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;

final class MySqlRoomRecordsIT extends RoomRecordsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Override
    protected RoomRecords records() {
        return MYSQL.adapters().roomRecords();
    }

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }

    @Override
    protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        MySqlFixture.plantOrder(id, user, voucher, at);
    }
}
