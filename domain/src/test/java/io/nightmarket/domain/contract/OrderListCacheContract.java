package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.RepairRequest;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class OrderListCacheContract extends LoadedSetsContract<OrderListCache, UserId, Slice> {
    private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");
    private static final OrderId FIRST = new OrderId(1_000_000_007L);

    private final UserId buyer = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final UserId other = new UserId(buyer.value() + 1);

    @Override
    protected UserId anyKey() {
        return buyer;
    }

    @Override
    protected Slice anyContent() {
        return new Slice(List.of(order(2)), true);
    }

    @Override
    protected boolean isLoaded() {
        return read().isPresent();
    }

    @Override
    protected void change() {
        await(sets().put(List.of(order(1))));
    }

    private Order order(OrderId id, long seconds, OrderStatus status) {
        Instant created = TIME.plusSeconds(seconds);
        Instant paid = status == OrderStatus.UNPAID ? null : created.plusSeconds(1);
        return new Order(id, buyer, new VoucherId(7), 3, status, created, paid, null, null, created);
    }

    private Order order(long seconds) {
        return order(new OrderId(FIRST.value() + seconds), seconds, OrderStatus.UNPAID);
    }

    private List<Order> newestFirst(List<Order> orders) {
        return orders.stream().sorted(OrderPages.NEWEST_FIRST).toList();
    }

    private void load(List<Order> orders, boolean hasAll) {
        load(buyer, new Slice(newestFirst(orders), hasAll));
    }

    private Optional<Slice> read() {
        return await(sets().read(buyer, Optional.empty(), OrderListCache.MAX_ORDERS));
    }

    private List<Order> all() {
        return read().orElseThrow().orders();
    }

    @Test
    void aListIsThereOnceItIsLoadedAndKnownWhileItIsBeingLoaded() {
        assertEquals(Optional.empty(), read());
        String load = await(sets().beginLoad(buyer)).orElseThrow();
        assertEquals(Set.of(buyer), await(sets().known(List.of(buyer, other))), "a put has to end the load");
        await(sets().endLoad(buyer, load));
        assertEquals(Set.of(), await(sets().known(List.of(buyer, other))));
        List<Order> orders = List.of(order(1), order(new OrderId(5), 2, OrderStatus.USED), order(3));
        load(orders, true);
        assertEquals(Optional.of(new Slice(newestFirst(orders), true)), read());
        assertEquals(Set.of(buyer), await(sets().known(List.of(buyer, other))));
    }

    @Test
    void anOrderIsPutIntoALoadedListAlone() {
        await(sets().put(List.of(order(1))));
        assertEquals(Optional.empty(), read());
        assertEquals(Set.of(), await(sets().known(List.of(buyer))));
        load(List.of(), true);
        assertEquals(Optional.of(new Slice(List.of(), true)), read());
        await(sets().put(List.of(order(1))));
        assertEquals(List.of(order(1)), all());
    }

    @Test
    void anOrderNeverReturnsToAnEarlierStatus() {
        OrderId id = order(1).id();
        List<OrderStatus> life = List.of(
                OrderStatus.UNPAID,
                OrderStatus.CANCELLED,
                OrderStatus.PAID,
                OrderStatus.REFUNDING,
                OrderStatus.REFUNDED);
        load(List.of(order(1)), true);
        List<Order> puts = new ArrayList<>();
        life.forEach(status -> puts.addAll(Collections.nCopies(2, order(id, 1, status))));
        Collections.shuffle(puts, new Random(7));
        puts.forEach(put -> await(sets().put(List.of(put))));
        assertEquals(List.of(order(id, 1, OrderStatus.REFUNDED)), all());
    }

    @Test
    void anOrderIsPutInItsPlace() {
        load(List.of(order(2), order(4)), true);
        List<Order> puts = List.of(
                order(3),
                order(new OrderId(FIRST.value() + 4000), 4, OrderStatus.UNPAID),
                order(new OrderId(FIRST.value() + 4001), 4, OrderStatus.UNPAID),
                order(order(3).id(), 3, OrderStatus.PAID),
                order(order(2).id(), 2, OrderStatus.CANCELLED),
                order(1),
                order(5));
        puts.forEach(put -> await(sets().put(List.of(put))));
        Map<OrderId, Order> last = new HashMap<>(Map.of(order(4).id(), order(4)));
        puts.forEach(put -> last.put(put.id(), put));
        assertEquals(newestFirst(List.copyOf(last.values())), all());
    }

    @Test
    void theOldestLeavesAFullList() {
        List<Order> full = LongStream.range(0, OrderListCache.MAX_ORDERS)
                .mapToObj(this::order)
                .toList();
        load(full, true);
        Order newest = order(OrderListCache.MAX_ORDERS);
        await(sets().put(List.of(newest)));

        Slice slice = read().orElseThrow();
        assertFalse(slice.hasAll());
        assertEquals(OrderListCache.MAX_ORDERS, slice.orders().size());
        assertEquals(newest, slice.orders().getFirst());
        assertEquals(full.get(1), slice.orders().getLast());

        await(sets().put(List.of(full.getFirst())));
        assertEquals(slice.orders(), all(), "one that is older than all does not stay");
    }

    /** Orders of one second whose ids are equal modulo 1,000 have one score. */
    @Test
    void pagesFollowEachOtherAlsoWithinOneScore() {
        List<Order> orders = LongStream.range(0, 30)
                .mapToObj(i -> order(new OrderId(FIRST.value() + i % 10 * 1000), i / 10, OrderStatus.PAID))
                .map(order -> order(
                        new OrderId(order.id().value() + order.createTime().getEpochSecond() % 3 * 100_000),
                        order.createTime().getEpochSecond() - TIME.getEpochSecond(),
                        OrderStatus.PAID))
                .toList();
        load(orders, true);
        List<Order> paged = new ArrayList<>();
        Optional<Position> after = Optional.empty();
        do {
            Slice slice = await(sets().read(buyer, after, 3)).orElseThrow();
            paged.addAll(slice.orders());
            after = slice.orders().isEmpty()
                    ? Optional.empty()
                    : Optional.of(Position.of(slice.orders().getLast()));
        } while (after.isPresent());
        assertEquals(newestFirst(orders), paged);
    }

    @Test
    void requestsToRepairAreThereUntilTheyAreRemoved() {
        OrderId mine = new OrderId(buyer.value());
        await(sets().requestRepair(List.of(mine, FIRST)));
        List<RepairRequest> found = await(sets().repairRequests(10_000)).stream()
                .filter(request -> request.order().equals(mine))
                .toList();
        assertEquals(1, found.size());
        await(sets().setCompared(42));
        assertEquals(Optional.of(42L), await(sets().compared()));
        await(sets().removeRequests(found));
        assertTrue(await(sets().repairRequests(10_000)).stream()
                .noneMatch(request -> request.order().equals(mine)));
    }
}
