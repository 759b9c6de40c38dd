package io.nightmarket.domain.account;

/** The number of a user, positive. */
public record UserId(long value) {
    public UserId {
        if (value <= 0) {
            throw new IllegalArgumentException("user id must be positive: " + value);
        }
    }
}
