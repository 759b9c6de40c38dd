package io.nightmarket.domain.shop;

/** The number of a shop, positive. */
public record ShopId(long value) {
    public ShopId {
        if (value <= 0) {
            throw new IllegalArgumentException("shop id must be positive: " + value);
        }
    }
}
