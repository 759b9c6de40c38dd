package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Anybody sees what a shop has on sale. */
public final class ListVouchers {
    private final FlashSaleRepository sales;

    public ListVouchers(FlashSaleRepository sales) {
        this.sales = sales;
    }

    public CompletionStage<List<Voucher>> of(ShopId shop) {
        return sales.onSaleIn(shop);
    }
}
