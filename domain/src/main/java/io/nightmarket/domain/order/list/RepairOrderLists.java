package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache.RepairRequest;
import io.nightmarket.domain.order.list.OrderPages.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Repairs cached lists: on request, and by comparing the orders that changed last with them. */
public final class RepairOrderLists {
    private static final int MAX_BATCH = 200;

    private final OrderListCache lists;
    private final RecentOrders rows;
    private final OrderListMeter meter;
    private volatile Optional<Long> bound = Optional.empty();

    public RepairOrderLists(OrderListCache lists, RecentOrders rows, OrderListMeter meter) {
        this.lists = lists;
        this.rows = rows;
        this.meter = meter;
    }

    /** Does what was requested, until nothing is left. */
    public CompletionStage<Void> repair() {
        return lists.repairRequests(MAX_BATCH)
                .thenCompose(requests -> requests.isEmpty()
                        ? CompletableFuture.completedStage(null)
                        : repair(requests).thenCompose(_ -> repair()));
    }

    private CompletionStage<Void> repair(List<RepairRequest> requests) {
        return rows.read(requests.stream().map(RepairRequest::order).collect(Collectors.toSet()))
                .thenCompose(lists::put)
                .thenCompose(_ -> lists.removeRequests(requests))
                .thenAccept(_ -> meter.repaired(requests.size()));
    }

    /**
     * Compares what changed up to the last call, which must be longer ago than a transaction takes: numbers are not committed in
     * their order. The first call, as each one after {@link #forget}, only notes how far there are changes.
     */
    public CompletionStage<Void> compare() {
        Optional<Long> upTo = bound;
        return rows.last()
                .thenCompose(last -> upTo.map(earlier -> compareUpTo(earlier, last))
                        .orElseGet(() -> CompletableFuture.<Void>completedStage(null))
                        .thenAccept(_ -> bound = Optional.of(last)));
    }

    /** Others may compare until the next call. */
    public void forget() {
        bound = Optional.empty();
    }

    /**
     * When nothing is known of earlier calls, or the cache was emptied, it begins with what changes from here on; so it does when
     * the database was set back, and has fewer changes than were compared.
     */
    private CompletionStage<Void> compareUpTo(long upTo, long last) {
        return lists.compared()
                .thenCompose(known -> known.filter(from -> from <= last)
                        .map(from -> compare(from, Math.max(from, upTo)))
                        .orElseGet(() -> lists.setCompared(Math.min(upTo, last))));
    }

    private CompletionStage<Void> compare(long after, long upTo) {
        return rows.between(after, upTo, MAX_BATCH)
                .thenCompose(changes -> changes.last() == after
                        ? CompletableFuture.completedStage(null)
                        : compare(changes.orders())
                                .thenCompose(_ -> lists.setCompared(changes.last()))
                                .thenCompose(_ -> compare(changes.last(), upTo)));
    }

    private CompletionStage<Void> compare(List<Order> orders) {
        Set<UserId> buyers = orders.stream().map(Order::user).collect(Collectors.toSet());
        return lists.known(buyers).thenCompose(known -> {
            List<Order> ofKnown = orders.stream()
                    .filter(order -> known.contains(order.user()))
                    .toList();
            return ofKnown.isEmpty() ? CompletableFuture.completedStage(null) : putWhatDiffers(ofKnown);
        });
    }

    private CompletionStage<Void> putWhatDiffers(List<Order> orders) {
        Map<UserId, List<Order>> byBuyer = orders.stream().collect(Collectors.groupingBy(Order::user));
        CompletionStage<List<Order>> wrong = CompletableFuture.completedStage(new ArrayList<>());
        for (Map.Entry<UserId, List<Order>> own : byBuyer.entrySet()) {
            wrong = wrong.thenCompose(found -> lists.read(own.getKey(), Optional.empty(), OrderListCache.MAX_ORDERS)
                    .thenApply(slice -> {
                        slice.ifPresent(list -> found.addAll(differing(own.getValue(), list)));
                        return found;
                    }));
        }
        return wrong.thenCompose(found -> found.isEmpty()
                ? CompletableFuture.completedStage(null)
                : lists.put(found).thenAccept(_ -> meter.discrepancies(found.size())));
    }

    /** Those that are older than a list that does not hold all are rightly missing. */
    private static List<Order> differing(List<Order> orders, OrderListCache.Slice list) {
        Map<Object, OrderStatus> cached = new HashMap<>();
        list.orders().forEach(order -> cached.put(order.id(), order.status()));
        return orders.stream()
                .filter(order -> list.hasAll() || isWithin(list.orders(), order) || cached.containsKey(order.id()))
                .filter(order -> !Objects.equals(cached.get(order.id()), order.status()))
                .toList();
    }

    private static boolean isWithin(List<Order> newest, Order order) {
        return !newest.isEmpty() && Position.of(order).compareTo(Position.of(newest.getLast())) > 0;
    }
}
