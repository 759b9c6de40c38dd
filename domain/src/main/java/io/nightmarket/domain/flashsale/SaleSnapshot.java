package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import java.util.Map;
import java.util.Set;

/**
 * A sale and the rights that are used up in it, both read at one moment.
 *
 * @param claims the live order of each buyer
 * @param adjustments the ids of the stock adjustments that the sale's stock contains
 */
public record SaleSnapshot(FlashSale sale, Map<UserId, OrderId> claims, Set<Long> adjustments) {
    public SaleSnapshot {
        claims = Map.copyOf(claims);
        adjustments = Set.copyOf(adjustments);
    }
}
