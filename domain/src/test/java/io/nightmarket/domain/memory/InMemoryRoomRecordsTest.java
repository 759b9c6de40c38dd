package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;

final class InMemoryRoomRecordsTest extends RoomRecordsContract {
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

    @Override
    protected RoomRecords records() {
        return ledger.roomRecords();
    }

    @Override
    protected FlashSaleRepository sales() {
        return ledger;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        ledger.plantOrder(id, user, voucher, at);
    }
}
