package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;

/**
 * A sale that has a waiting room.
 *
 * @param version grows when the window changes
 */
public record RoomSale(VoucherId voucher, Shard shard, SaleWindow window, long version) {
    static RoomSale of(VoucherId voucher, SaleTerms terms) {
        return new RoomSale(voucher, terms.shard(), terms.window(), terms.version());
    }
}
