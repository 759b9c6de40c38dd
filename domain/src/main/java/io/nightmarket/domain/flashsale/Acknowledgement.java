package io.nightmarket.domain.flashsale;

/** When a buyer who was admitted is told so. */
public enum Acknowledgement {
    /** Once the order stands in the queue. */
    ACCEPTED,
    /** Once the order stands in the books, if that happens in time. */
    DURABLE
}
