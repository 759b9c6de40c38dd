package io.nightmarket.chaos;

/** A sale that was opened for one run. */
record Sale(long voucher, int shard) {
    /** The price of a unit, in cents. */
    static final long PRICE = 100;
}
