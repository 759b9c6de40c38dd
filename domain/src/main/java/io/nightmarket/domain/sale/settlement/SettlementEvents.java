package io.nightmarket.domain.sale.settlement;

/** The settlement of orders, for those who wait for it. Every event is a hint that may be lost; no method throws. */
@FunctionalInterface
public interface SettlementEvents {
    /** The database has this. */
    void settled(Settlement settlement);

    /** Settlement stalls: four failures in a row. Repeated with every further failure until orders are settled. */
    default void stalled(SettlementStall stall) {}
}
