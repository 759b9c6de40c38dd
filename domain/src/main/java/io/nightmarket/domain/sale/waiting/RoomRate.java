package io.nightmarket.domain.sale.waiting;

/** How many turns a second a room gives: as many as orders are settled, and a tenth more while the queue stays short. */
final class RoomRate {
    /** Before anything is measured. */
    static final long FIRST = 500;

    static final long MIN = 10;
    static final long MAX = 100_000;

    /** The queue is short when it holds what is settled in this part of a second. */
    private static final double SHORT = 0.5;

    private static final double UP = 1.1;
    private static final double DOWN = 0.9;

    private RoomRate() {}

    /**
     * The next rate.
     *
     * @param rate the rate of now
     * @param settled orders of the sale a second, as measured
     * @param ofShard orders of all sales of the shard a second
     * @param queued orders of the shard that wait for their settlement
     */
    static long next(long rate, double settled, double ofShard, long queued) {
        double drained = Math.max(ofShard, settled);
        if (queued > Math.max(drained, (double) MIN)) {
            return bounded(Math.min((double) rate, settled) * DOWN);
        }
        boolean isUsed = settled >= rate * SHORT;
        return isUsed && queued <= Math.max(drained * SHORT, (double) MIN)
                ? bounded(Math.max((double) rate, settled) * UP)
                : rate;
    }

    private static long bounded(double rate) {
        return Math.clamp(Math.round(Math.ceil(rate)), MIN, MAX);
    }
}
