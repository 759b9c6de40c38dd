package io.nightmarket.domain.order;

/** The number of an order, positive; made by {@link io.nightmarket.domain.id.IdGenerator}. */
public record OrderId(long value) {
    public OrderId {
        if (value <= 0) {
            throw new IllegalArgumentException("order id must be positive: " + value);
        }
    }
}
