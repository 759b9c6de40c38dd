package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.waitingroom.RoomRecords;

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
}
