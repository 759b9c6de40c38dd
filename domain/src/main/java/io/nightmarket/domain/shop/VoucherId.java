package io.nightmarket.domain.shop;

/** The number of a voucher, positive. */
public record VoucherId(long value) {
    public VoucherId {
        if (value <= 0) {
            throw new IllegalArgumentException("voucher id must be positive: " + value);
        }
    }
}
