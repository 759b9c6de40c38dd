package io.nightmarket.redis.sale;

import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.order.OrderId;

/** Numbers that this adapter wrote as texts; anything else in their place is {@code Corrupt}. */
final class StoredNumbers {
    private StoredNumbers() {}

    static long any(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new Corrupt("not a number: " + text, e);
        }
    }

    static long positive(String text) {
        long number = any(text);
        if (number <= 0) {
            throw new Corrupt("not a positive number: " + text);
        }
        return number;
    }

    /** The order of a reservation; a request key may stand behind it. */
    static OrderId order(String stored) {
        int space = stored.indexOf(' ');
        return new OrderId(positive(space < 0 ? stored : stored.substring(0, space)));
    }
}
