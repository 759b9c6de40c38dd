package io.nightmarket.domain.sale;

/** When a buyer who was admitted is answered. */
public enum Acknowledgement {
    /** Once the order stands in the queue. */
    ACCEPTED,
    /** Once the database has the order, if that happens in time. */
    DURABLE
}
