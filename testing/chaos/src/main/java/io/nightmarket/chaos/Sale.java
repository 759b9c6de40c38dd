package io.nightmarket.chaos;

/** A sale that was opened for one run. */
record Sale(long voucher, int shard) {}
