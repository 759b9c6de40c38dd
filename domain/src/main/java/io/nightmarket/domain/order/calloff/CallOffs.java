package io.nightmarket.domain.order.calloff;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Sales that are called off, in the database. Every call may be repeated, by several nodes at once. Fails with {@code Unavailable},
 * or {@code TimedOut} when the outcome is unknown.
 */
public interface CallOffs {
    /**
     * Sets the state of the sale to called off, removes all who wait for it, and writes who did it and the audit entry, in one
     * transaction; nothing of it for a sale that was called off before. False when there is no such sale.
     */
    CompletionStage<Boolean> begin(VoucherId sale, StaffAction action);

    /** Sales whose call-off is not done, or that have later orders than those it reached; {@code max} at most. */
    CompletionStage<List<VoucherId>> unfinished(int max);

    /**
     * Orders that were ended; the releases of their units are pending.
     *
     * @param mayBeMore whether orders follow that this pass has not come to
     */
    record Cleared(List<Order> orders, boolean mayBeMore) {}

    /**
     * Ends the next orders of the sale by id, from where the last call ended: cancels unpaid ones and writes the refunds of paid
     * ones. What was paid elsewhere is cancelled, and its money noted for people to return. Orders that others change at the same time
     * are left out.
     *
     * @param max how many at most
     * @param refunds false: no gateway returns money, so that people have to
     */
    CompletionStage<Cleared> clear(VoucherId sale, int max, boolean refunds);

    /**
     * Writes that the call-off is done, with the counts and sums of one moment, once no order is left, no refund, payment, dead
     * letter or release is open and the database has an order for each reservation. Begins the next pass when orders are left.
     * False when it is not done; fails with {@code Corrupt} when nothing is left and the money does not add up.
     *
     * @param reservations how many the queue had before this call
     */
    CompletionStage<Boolean> finish(VoucherId sale, long reservations);

    /** How far it has come; nothing for a sale that was not called off. */
    CompletionStage<Optional<CallOff>> find(VoucherId sale);
}
