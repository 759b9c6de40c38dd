package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.FlashSale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the servers hold of a sale once the world is quiet.
 *
 * @param sale as the ledger has it
 * @param claims the order by which each buyer used up the right, by the ledger
 * @param orders all that stand in the ledger
 * @param rejections accepted orders that the ledger refused
 * @param queue what the queue has of it; nothing when it does not or need not know the sale
 * @param unfinished what should have been done by now, in words; empty when all is
 * @param isPurged whether an operator had a dead letter's order rejected
 * @param hadReturns whether units came into the sale after it was opened
 * @param lost what the servers lost
 * @param hadStragglers whether a request may have taken effect after its caller was answered, or gave up
 * @param quiet from when on nothing was under way, in nanoseconds
 */
record Ending(
        FlashSale sale,
        Map<UserId, OrderId> claims,
        List<Order> orders,
        List<OrderProgress.Rejected> rejections,
        Optional<InQueue> queue,
        List<String> unfinished,
        Predicate<OrderId> isPurged,
        boolean hadReturns,
        Lost lost,
        boolean hadStragglers,
        long quiet) {
    /**
     * What the servers lost.
     *
     * @param queue until when answers may be of data that the queue lost, in nanoseconds
     * @param ledger until when they may be of data that the database lost
     * @param needsAudit whether accepted orders may be nowhere until the audit finds them
     * @param refusals orders of which the database forgot that it refused them
     * @param hasFewerUnits whether the database forgot units that were put on sale, or orders that the queue forgot meanwhile
     */
    record Lost(
            OptionalLong queue, OptionalLong ledger, boolean needsAudit, Set<OrderId> refusals, boolean hasFewerUnits) {
        static final Lost NOTHING = new Lost(OptionalLong.empty(), OptionalLong.empty(), false, Set.of(), false);

        static Lost byQueue(long until) {
            return new Lost(OptionalLong.of(until), OptionalLong.empty(), false, Set.of(), false);
        }
    }

    /** What the queue holds of a sale. */
    record InQueue(long available, Map<UserId, OrderId> buyers, boolean isPaused) {}
}
