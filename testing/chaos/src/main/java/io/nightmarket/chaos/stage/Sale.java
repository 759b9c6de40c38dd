package io.nightmarket.chaos.stage;

/** A sale that was opened for one run. */
public record Sale(long voucher, int shard) {}
