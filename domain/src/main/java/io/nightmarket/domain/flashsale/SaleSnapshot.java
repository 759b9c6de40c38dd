package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A sale and the rights that are used up in it, both read at one moment.
 *
 * @param claims the live order of each buyer
 * @param deadLetters orders that are neither settled nor refused and keep their unit
 * @param adjustments the ids of the stock adjustments that the sale's stock contains
 */
public record SaleSnapshot(
        FlashSale sale, Map<UserId, OrderId> claims, Map<UserId, OrderId> deadLetters, Set<Long> adjustments) {
    public SaleSnapshot {
        claims = Map.copyOf(claims);
        deadLetters = Map.copyOf(deadLetters);
        adjustments = Set.copyOf(adjustments);
    }

    /** Units that nobody has reserved. */
    public long free() {
        return sale.stock() - deadLetters.size();
    }

    /** Whoever takes part, by order. */
    public Map<UserId, OrderId> reservations() {
        if (deadLetters.isEmpty()) {
            return claims;
        }
        Map<UserId, OrderId> all = new HashMap<>(deadLetters);
        all.putAll(claims);
        return all;
    }
}
