package io.nightmarket.domain.order.list;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Orders by the changes of their status, as the database has them. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface RecentOrders {
    /** Orders whose status changed, as they are now, and the number of the last change that was read. */
    record Changes(List<Order> orders, long last) {}

    /**
     * Reads changes in the order of their numbers.
     *
     * @param upTo the last number of interest; numbers are not committed in their order
     */
    CompletionStage<Changes> between(long after, long upTo, int max);

    /** The number of the last change; 0 when there is none. */
    CompletionStage<Long> last();

    /** The rows of these orders. */
    CompletionStage<List<Order>> read(Collection<OrderId> orders);
}
