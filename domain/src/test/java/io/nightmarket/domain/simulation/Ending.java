package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What the servers hold of a sale once the world is quiet.
 *
 * @param sale as the books have it
 * @param claims the order by which each buyer used up the right, by the books
 * @param orders all that stand in the books
 * @param rejections accepted orders that the books refused
 * @param queue what the queue has of it; nothing when it does not or need not know the sale
 * @param unfinished what should have been done by now, in words; empty when all is
 * @param isUnwritable whether the books can't write the orders of a buyer
 * @param hadReturns whether units came into the sale after it was opened
 * @param lost when the queue last lost its data, in nanoseconds
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
        Predicate<UserId> isUnwritable,
        boolean hadReturns,
        OptionalLong lost,
        boolean hadStragglers,
        long quiet) {
    /** What the queue holds of a sale. */
    record InQueue(long free, Map<UserId, OrderId> buyers, boolean isPaused) {}
}
