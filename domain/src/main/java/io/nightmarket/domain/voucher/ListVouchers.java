package io.nightmarket.domain.voucher;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Every client sees what a shop has on sale, with what is left of flash sales a moment ago. */
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
