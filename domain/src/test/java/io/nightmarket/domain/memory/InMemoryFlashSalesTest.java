package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.FlashSaleRepositoryContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;

class InMemoryFlashSalesTest extends FlashSaleRepositoryContract {
    private static final ShopId UNKNOWN = new ShopId(404);

    private final InMemoryLedger ledger = new InMemoryLedger(shop -> !shop.equals(UNKNOWN));
    private long shops;
    private long vouchers;

    @Override
    protected FlashSaleRepository sales() {
        return ledger;
    }

    @Override
    protected ShopId freshShop() {
        return new ShopId(++shops);
    }

    @Override
    protected ShopId unknownShop() {
        return UNKNOWN;
    }

    @Override
    protected VoucherId addVoucher(ShopId shop, int status) {
        vouchers += 100;
        VoucherId id = new VoucherId(vouchers);
        ledger.add(new Voucher(id, shop, "券", null, null, 1, 2, 0, status, null, Instant.EPOCH, Instant.EPOCH));
        return id;
    }

    @Override
    protected StockAdjustments adjustments() {
        return ledger;
    }
}
