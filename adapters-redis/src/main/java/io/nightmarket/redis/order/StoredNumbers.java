package io.nightmarket.redis.order;

import io.nightmarket.domain.failure.Corrupt;

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
}
