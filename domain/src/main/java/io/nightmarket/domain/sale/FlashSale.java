package io.nightmarket.domain.sale;

import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;

/**
 * A flash sale as the database knows it.
 *
 * @param issued all units ever put on sale
 * @param stock issued less live orders
 * @param version grows with every change of state or terms
 */
public record FlashSale(
        VoucherId voucher,
        Shard shard,
        SaleState state,
        SaleWindow window,
        long issued,
        long stock,
        Acknowledgement acknowledgement,
        long version,
        SaleOptions options) {
    /** What nodes remember of it. */
    public SaleTerms terms() {
        return new SaleTerms(shard, window, issued, acknowledgement, options, version);
    }
}
