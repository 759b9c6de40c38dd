package io.nightmarket.domain.order;

import java.util.Optional;

/** Where an order stands in its life; the numbers are those of the table. */
public enum OrderStatus {
    UNPAID(1),
    PAID(2),
    USED(3),
    CANCELLED(4),
    REFUNDING(5),
    REFUNDED(6);

    private final int code;

    OrderStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The order is over, and its unit is back in the stock. */
    public boolean isOver() {
        return this == CANCELLED || this == REFUNDING || this == REFUNDED;
    }

    public static Optional<OrderStatus> of(int code) {
        return code >= 1 && code <= values().length ? Optional.of(values()[code - 1]) : Optional.empty();
    }
}
