package io.nightmarket.domain.payment;

/** The number of an attempt to pay, positive. */
public record PaymentId(long value) {
    public PaymentId {
        if (value <= 0) {
            throw new IllegalArgumentException("payment id must be positive: " + value);
        }
    }
}
