package io.nightmarket.domain.order.payment;

/** The number of an attempt to pay, positive. */
public record PaymentId(long value) {
    public PaymentId {
        if (value <= 0) {
            throw new IllegalArgumentException("payment id must be positive: " + value);
        }
    }
}
