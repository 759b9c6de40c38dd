package io.nightmarket.domain.order;

/** Why the database rejected an order that the queue had accepted. */
public enum RejectionReason {
    /** The user holds a live order of this sale under another id. */
    ALREADY_BOUGHT,
    /** The database has no unit left. */
    SOLD_OUT,
    /** The database knows no such sale. */
    UNKNOWN_VOUCHER,
    /** The order could not be written, whatever was tried. */
    UNWRITABLE,
    /** The queue lost it before it was in the database. */
    LOST
}
