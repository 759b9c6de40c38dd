package io.nightmarket.domain.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.shop.VoucherId;

/**
 * Who buys which voucher, under which order: from the purchase request to the row.
 *
 * @param revision 0; or the payment by which a cancelled order got another unit, so that a late release of the first unit does
 *     not free that one
 */
public record Purchase(OrderId order, VoucherId voucher, UserId buyer, long revision) {
    /** From an admission. */
    public Purchase(OrderId order, VoucherId voucher, UserId buyer) {
        this(order, voucher, buyer, 0);
    }
}
