package io.nightmarket.domain.sale.settlement;

/** What becomes of orders, for those who wait for it. Every event is a hint that may be lost; no method throws. */
@FunctionalInterface
public interface OrderEvents {
    /** The database has this. */
    void settled(Settlement settlement);

    /** Settling failed; said again with every failure until the next commit. */
    default void stalled(SettlementStall stall) {}
}
