package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Every client sees what a shop has on sale, with the units of flash sales that are available, at most 1 s old. */
public final class ListVouchers {
    private final ReadThrough<ShopId, List<Voucher>> vouchers;
    private final LiveStock stock;

    public ListVouchers(ReadThrough<ShopId, List<Voucher>> vouchers, LiveStock stock) {
        this.vouchers = vouchers;
        this.stock = stock;
    }

    /** The list is always there, if empty. */
    public CompletionStage<ReadResult<List<Voucher>>> of(ShopId shop) {
        return vouchers.read(shop).thenCompose(list -> stock.in(shop, list));
    }
}
