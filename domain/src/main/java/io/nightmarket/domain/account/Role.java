package io.nightmarket.domain.account;

/** What a user may do on the whole site; what a user may do in a shop, {@code ShopRole} says. */
public enum Role {
    SHOPPER,
    /** Opens shops, and owns them. */
    MERCHANT,
    /** Runs sales of all shops and sees their orders; changes no roles. */
    OPERATOR,
    /** Reads what operators read, and changes nothing. */
    AUDITOR,
    ADMIN
}
