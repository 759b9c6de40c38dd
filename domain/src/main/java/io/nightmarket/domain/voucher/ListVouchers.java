package io.nightmarket.domain.voucher;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Every client sees what a shop has on sale. What is left of a flash sale is as old as the cache lets it be. */
public final class ListVouchers {
    private final ReadThrough<ShopId, List<Voucher>> vouchers;

    public ListVouchers(ReadThrough<ShopId, List<Voucher>> vouchers) {
        this.vouchers = vouchers;
    }

    /** The list is always there, if empty. */
    public CompletionStage<ReadResult<List<Voucher>>> of(ShopId shop) {
        return vouchers.read(shop);
    }
}
