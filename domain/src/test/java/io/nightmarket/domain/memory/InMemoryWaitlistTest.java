package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.WaitlistContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopId;

final class InMemoryWaitlistTest extends WaitlistContract {
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

    @Override
    protected Waitlist waitlist() {
        return ledger.waitlist();
    }

    @Override
    protected FlashSaleRepository sales() {
        return ledger;
    }

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }
}
