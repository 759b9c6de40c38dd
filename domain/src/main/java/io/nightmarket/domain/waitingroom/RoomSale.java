package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.voucher.VoucherId;

/** A sale that has a waiting room. */
public record RoomSale(VoucherId voucher, Shard shard, SaleWindow window) {
    static RoomSale of(VoucherId voucher, SaleTerms terms) {
        return new RoomSale(voucher, terms.shard(), terms.window());
    }
}
