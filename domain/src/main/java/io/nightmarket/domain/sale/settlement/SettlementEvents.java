package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import java.util.List;

/** The settlement of orders, for those who wait for it. Every event is a hint that may be lost; no method throws. */
@FunctionalInterface
public interface SettlementEvents {
    /** The database has this. */
    void settled(Settlement settlement);

    /** These orders of a batch are new in the database. */
    default void placed(List<QueuedOrder> orders) {}

    /** Settlement stalls: four failures in a row. Repeated with every further failure until orders are settled. */
    default void stalled(SettlementStall stall) {}
}
