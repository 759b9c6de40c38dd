package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderListMeter;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.list.OrderPages.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public final class InMemoryOrderLists extends InMemoryLoadedSets<UserId, Slice> implements OrderListCache {
    private static final List<OrderStatus> PROGRESS = List.of(
            OrderStatus.UNPAID,
            OrderStatus.CANCELLED,
            OrderStatus.PAID,
            OrderStatus.USED,
            OrderStatus.REFUNDING,
            OrderStatus.REFUNDED);

    /** For tests that count nothing. */
    public static final OrderListMeter UNCOUNTED = new OrderListMeter() {
        @Override
        public void failed(int orders) {}

        @Override
        public void skipped(int orders) {}

        @Override
        public void repaired(int orders) {}

        @Override
        public void discrepancies(int orders) {}

        @Override
        public void loaded() {}
    };

    private static final class OrderList {
        final TreeMap<Position, Order> orders = new TreeMap<>();
        boolean hasAll;
    }

    private final Map<UserId, OrderList> lists = new HashMap<>();
    private final List<RepairRequest> requests = new ArrayList<>();
    private int requested;
    private Optional<Long> compared = Optional.empty();

    private synchronized <T> CompletionStage<T> call(Supplier<T> work) {
        return CompletableFuture.completedStage(work.get());
    }

    /** Lists orders by these lists, as one node. */
    public ListOrders listing(OrderPages pages) {
        return new ListOrders(pages, this, (_, _) -> {}, new RealTimers(), new Random(2), UNCOUNTED);
    }

    @Override
    public synchronized void loseAll() {
        super.loseAll();
        lists.clear();
        requests.clear();
        compared = Optional.empty();
    }

    @Override
    public CompletionStage<Optional<Slice>> read(UserId buyer, Optional<Position> after, int max) {
        return call(() -> Optional.ofNullable(lists.get(buyer))
                .map(list -> new Slice(
                        list.orders.descendingMap().values().stream()
                                .filter(order -> after.map(
                                                last -> Position.of(order).compareTo(last) < 0)
                                        .orElse(true))
                                .limit(max)
                                .toList(),
                        list.hasAll)));
    }

    @Override
    Object loaded(UserId buyer) {
        return buyer;
    }

    @Override
    boolean isKept(UserId buyer) {
        return lists.containsKey(buyer);
    }

    @Override
    void keep(UserId buyer, Slice newest) {
        OrderList list = new OrderList();
        list.hasAll = newest.hasAll();
        newest.orders().forEach(order -> list.orders.put(Position.of(order), order));
        lists.put(buyer, list);
    }

    @Override
    public CompletionStage<Void> put(List<Order> orders) {
        return call(() -> {
                    orders.forEach(this::put);
                    return true;
                })
                .thenAccept(_ -> {});
    }

    private void put(Order order) {
        endLoads(order.user());
        OrderList list = lists.get(order.user());
        if (list == null) {
            return;
        }
        list.orders.merge(
                Position.of(order),
                order,
                (earlier, later) ->
                        PROGRESS.indexOf(later.status()) < PROGRESS.indexOf(earlier.status()) ? earlier : later);
        if (list.orders.size() > MAX_ORDERS) {
            list.orders.pollFirstEntry();
            list.hasAll = false;
        }
    }

    @Override
    public CompletionStage<Set<UserId>> known(Collection<UserId> buyers) {
        return call(() -> buyers.stream()
                .filter(buyer -> lists.containsKey(buyer) || isLoading(buyer))
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Void> requestRepair(List<OrderId> orders) {
        return call(() -> {
                    orders.forEach(order -> requests.add(new RepairRequest("" + ++requested, order)));
                    return true;
                })
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<List<RepairRequest>> repairRequests(int max) {
        return call(() -> requests.stream().limit(max).toList());
    }

    @Override
    public CompletionStage<Void> removeRequests(List<RepairRequest> done) {
        return call(() -> requests.removeAll(done)).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Optional<Long>> compared() {
        return call(() -> compared);
    }

    @Override
    public CompletionStage<Void> setCompared(long event) {
        return call(() -> compared = Optional.of(event)).thenAccept(_ -> {});
    }
}
