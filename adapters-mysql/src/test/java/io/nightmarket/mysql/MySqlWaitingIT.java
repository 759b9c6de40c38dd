package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.contract.WaitlistContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;

/** Waiting rooms and waitlists on MySQL. */
final class MySqlWaitingIT {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Nested
    final class OfRoomRecords extends RoomRecordsContract {
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

    @Nested
    final class OfWaitlist extends WaitlistContract {
        @Override
        protected Waitlist waitlist() {
            return MYSQL.adapters().waitlist();
        }

        @Override
        protected FlashSaleRepository sales() {
            return MYSQL.adapters().flashSales();
        }

        @Override
        protected SaleChanges saleChanges() {
            return MYSQL.adapters().saleChanges();
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
}
