package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.OrderLedgerContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;

class InMemoryLedgerTest extends OrderLedgerContract {
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

    @Override
    protected OrderLedger ledger() {
        return ledger;
    }

    @Override
    protected PendingReleases returns() {
        return ledger;
    }

    @Override
    protected DeadLetters letters() {
        return ledger;
    }

    @Override
    protected OrderRepository orders() {
        return ledger;
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
