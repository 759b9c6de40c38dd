package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import java.util.Map;

/**
 * A sale and the rights that are used up in it, both read at one moment.
 *
 * @param claims the live order of each buyer
 */
public record SaleSnapshot(FlashSale sale, Map<UserId, OrderId> claims) {
    public SaleSnapshot {
        claims = Map.copyOf(claims);
    }
}
