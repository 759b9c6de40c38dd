package io.nightmarket.domain.account;

/** What a user may do. A merchant acts on own shops only; an admin on all. */
public enum Role {
    SHOPPER,
    MERCHANT,
    ADMIN
}
