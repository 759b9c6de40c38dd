package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.LoadedSets;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderPages.Position;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Copies of buyers' newest orders, and what is known of their repair. */
public interface OrderListCache extends LoadedSets<UserId, Slice> {
    /** The longest list; older orders are in the database alone. */
    int MAX_ORDERS = 100;

    /**
     * A part of a list.
     *
     * @param orders in the order of the list
     * @param hasAll whether the list holds all orders of the buyer; otherwise older ones are in the database
     */
    record Slice(List<Order> orders, boolean hasAll) {}

    /** The orders after this position, or the newest; nothing when the buyer's list is not loaded. */
    CompletionStage<Optional<Slice>> read(UserId buyer, Optional<Position> after, int max);

    /**
     * Puts orders into the lists that are loaded. An order never returns to an earlier status: a late copy of an earlier put
     * changes nothing.
     */
    CompletionStage<Void> put(List<Order> orders);

    /** Those whose lists are loaded, or being loaded. */
    CompletionStage<Set<UserId>> known(Collection<UserId> buyers);

    /** Asks for orders to be read again and put. */
    CompletionStage<Void> requestRepair(List<OrderId> orders);

    /**
     * Requests that were not taken yet, oldest first.
     *
     * @param id to remove it by
     */
    record RepairRequest(String id, OrderId order) {}

    CompletionStage<List<RepairRequest>> repairRequests(int max);

    CompletionStage<Void> removeRequests(List<RepairRequest> requests);

    /** How far the history of all orders was compared; nothing when that is not known. */
    CompletionStage<Optional<Long>> compared();

    CompletionStage<Void> setCompared(long event);
}
