package io.nightmarket.domain.order.list;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderLists;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.BuyVoucher;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cached lists beside the rows that they are of, with a cache that fails. */
final class OrderListsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Optional<OrderStatus> ANY = Optional.empty();
    private static final UserId BUYER = new UserId(7);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
    private final InMemoryOrderLife life = ledger.orderLife();
    private final InMemoryOrderLists memory = new InMemoryOrderLists();
    private Predicate<String> fails = _ -> false;

    /** Fails before or after it did its work. */
    private final OrderListCache lists = Changed.calls(OrderListCache.class, (_, method, arguments) -> {
        if (!fails.test(method.getName())) {
            return Changed.invoke(memory, method, arguments);
        }
        if (clock.millis() % 2 == 0) {
            var _ = Changed.invoke(memory, method, arguments);
            return CompletableFuture.failedStage(new TimedOut("the reply was lost"));
        }
        return CompletableFuture.failedStage(new Unavailable("away"));
    });

    private final Counts counts = new Counts();
    private final UpdateOrderLists updates =
            new UpdateOrderLists(lists, life, timers, new Backoff(new Random(3)), counts);
    private final RepairOrderLists repair = new RepairOrderLists(lists, life, counts);
    private final VoucherId voucher = await(
                    ledger.voucherRepository().create(new NewVoucher(new ShopId(1), "券", null, null, 800, 1000)))
            .orElseThrow()
            .voucher();
    private long lastId = 1000;

    private static final class Counts implements OrderListMeter {
        int failed;
        int repaired;
        int discrepancies;

        @Override
        public void failed(int orders) {
            failed += orders;
        }

        @Override
        public void skipped(int orders) {
            throw new AssertionError("no more are under way than may be");
        }

        @Override
        public void repaired(int orders) {
            repaired += orders;
        }

        @Override
        public void discrepancies(int orders) {
            discrepancies += orders;
        }

        @Override
        public void loaded() {}

        Set<String> ways() {
            return Stream.of(
                            failed > 0 ? "failed" : "",
                            repaired > 0 ? "repaired" : "",
                            discrepancies > 0 ? "discrepancies" : "")
                    .filter(way -> !way.isEmpty())
                    .collect(Collectors.toSet());
        }
    }

    private OrderId buy(UserId buyer) {
        OrderId id = new OrderId(++lastId);
        var _ = new BuyVoucher(life, updates, () -> CompletableFuture.completedStage(0L)).buy(id, buyer, voucher);
        return id;
    }

    private void change(OrderId order, OrderTransition transition) {
        if (await(life.apply(order, transition)) instanceof OrderTransitions.Result.Changed(Order changed, var _)) {
            await(updates.changed(List.of(changed)));
        }
    }

    private ListOrders.Page firstPage() {
        return await(memory.listing(life).list(BUYER, ANY, Optional.empty(), 20));
    }

    private List<Order> rows(UserId buyer) {
        return await(life.page(buyer, ANY, Optional.empty(), 10_000));
    }

    private List<Order> cached(UserId buyer) {
        return await(memory.read(buyer, Optional.empty(), OrderListCache.MAX_ORDERS))
                .orElseThrow()
                .orders();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aPutThatFailsIsTriedUpToFiveTimes(int failures) {
        var _ = firstPage();
        AtomicInteger puts = new AtomicInteger();
        fails = method -> "put".equals(method) && puts.incrementAndGet() <= failures;
        OrderId order = buy(BUYER);
        IntStream.range(0, 10).forEach(_ -> timers.advance(LONG));

        assertEquals(order, cached(BUYER).getFirst().id());
        assertEquals(failures + 1, puts.get(), "the first success ends it");
        assertEquals(0, counts.failed);
        assertEquals(0, timers.waiting());
    }

    @Test
    void aSettledBatchIsPutIntoLoadedListsWithoutReadingItsRows() {
        var _ = firstPage();
        List<QueuedOrder> batch = Stream.of(BUYER, new UserId(8))
                .map(buyer -> new QueuedOrder(
                        new EntryId(1, buyer.value()),
                        new Purchase(new OrderId(buyer.value()), voucher, buyer),
                        clock.instant().plusMillis(7)))
                .toList();
        UpdateOrderLists settling = new UpdateOrderLists(
                lists, Changed.away(RecentOrders.class), timers, new Backoff(new Random(3)), counts);
        await(settling.settled(batch));
        assertEquals(List.of(batch.getFirst().settled()), cached(BUYER));
        assertEquals(Set.of(BUYER), await(memory.known(List.of(BUYER, new UserId(8)))));
        assertEquals(0, timers.waiting());
    }

    @Test
    void whatFiveTriesDidNotPutIsRepaired() {
        var _ = firstPage();
        fails = "put"::equals;
        clock.advance(Duration.ofMillis(1));
        var _ = buy(BUYER);
        IntStream.range(0, 10).forEach(_ -> timers.advance(LONG));
        assertEquals(List.of(), cached(BUYER));
        assertEquals(1, counts.failed);

        fails = _ -> false;
        await(repair.repair());
        assertEquals(rows(BUYER), cached(BUYER));
        assertEquals(1, counts.repaired);
    }

    @Test
    void whatEvenTheRepairMissedIsFoundByComparing() {
        var _ = firstPage();
        OrderId order = buy(BUYER);
        await(repair.compare());
        fails = _ -> true;
        clock.advance(Duration.ofMillis(1));
        change(order, OrderTransition.pay(2));
        IntStream.range(0, 10).forEach(_ -> timers.advance(LONG));
        fails = _ -> false;
        await(repair.repair());
        assertEquals(OrderStatus.UNPAID, cached(BUYER).getFirst().status());

        await(repair.compare());
        await(repair.compare());
        assertEquals(rows(BUYER), cached(BUYER));
        assertEquals(1, counts.discrepancies);
    }

    /** Its transaction is still open when the new leader begins, and has the lower number. */
    @Test
    void aNewLeaderMissesNoChangeThatCommitsLate() {
        var _ = firstPage();
        OrderId order = buy(BUYER);
        await(repair.compare());
        await(repair.compare());
        AtomicBoolean isOpen = new AtomicBoolean(true);
        RecentOrders rows = Changed.calls(RecentOrders.class, (_, method, arguments) -> {
            boolean isHidden = isOpen.get() && "between".equals(method.getName());
            return isHidden
                    ? CompletableFuture.completedStage(new RecentOrders.Changes(List.of(), (long) arguments[1]))
                    : Changed.invoke(life, method, arguments);
        });
        RepairOrderLists next = new RepairOrderLists(lists, rows, counts);
        fails = "put"::equals;
        clock.advance(Duration.ofMillis(1));
        change(order, OrderTransition.pay(2));
        fails = _ -> false;

        await(next.compare());
        isOpen.set(false);
        await(next.compare());

        assertEquals(rows(BUYER), cached(BUYER));
        assertEquals(1, counts.discrepancies);
    }

    @Test
    void aLeaderOfEarlierDaysGoesNotBack() {
        await(repair.compare());
        RepairOrderLists meanwhile = new RepairOrderLists(lists, life, counts);
        await(meanwhile.compare());
        await(meanwhile.compare());
        var _ = buy(BUYER);
        await(meanwhile.compare());
        await(meanwhile.compare());
        assertEquals(Optional.of(1L), await(lists.compared()));

        await(repair.compare());
        assertEquals(Optional.of(1L), await(lists.compared()));

        repair.forget();
        var _ = buy(BUYER);
        await(repair.compare());
        assertEquals(Optional.of(1L), await(lists.compared()), "the first call compares nothing");
        await(repair.compare());
        assertEquals(Optional.of(2L), await(lists.compared()));
    }

    @Test
    void aDatabaseThatWasSetBackIsComparedOn() {
        await(repair.compare());
        await(repair.compare());
        await(lists.setCompared(1_000));
        var _ = buy(BUYER);

        await(repair.compare());

        assertEquals(Optional.of(0L), await(lists.compared()));
        await(repair.compare());
        assertEquals(Optional.of(1L), await(lists.compared()));
    }

    @Test
    void aCachedListWithoutOrdersIsCompared() {
        String load = await(memory.beginLoad(BUYER)).orElseThrow();
        assertTrue(await(memory.store(BUYER, load, new OrderListCache.Slice(List.of(), false))));
        await(repair.compare());
        await(repair.compare());
        fails = "put"::equals;
        clock.advance(Duration.ofMillis(1));
        var _ = buy(BUYER);
        fails = _ -> false;

        await(repair.compare());
        await(repair.compare());

        assertEquals(0, counts.discrepancies, "what is missing is in the database alone");
    }

    /** The load has read the rows before the order was there, and delivers them after. */
    @Test
    void aReaderGetsNoListThatIsOlderThanItsRequest() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        OrderPages late = (buyer, status, after, size) ->
                life.page(buyer, status, after, size).thenCompose(rows -> gate.thenApply(_ -> rows));
        ListOrders list = memory.listing(late);
        CompletionStage<ListOrders.Page> before = list.list(BUYER, ANY, Optional.empty(), 10);
        var _ = buy(BUYER);
        CompletionStage<ListOrders.Page> after = list.list(BUYER, ANY, Optional.empty(), 10);
        gate.complete(null);

        assertEquals(rows(BUYER), await(before).orders(), "the load was overtaken: the rows are read again");
        assertEquals(rows(BUYER), await(after).orders());
    }

    /** Buyers buy and change orders, read all pages, and the cache fails and is emptied, in random order. */
    @Test
    void listsAreThoseOfTheDatabaseAfterRandomHistories() {
        int histories = Suite.pick(100, 2_000);
        Set<String> ways = new HashSet<>();
        for (int seed = 0; seed < histories; seed++) {
            OrderListsTest fresh = new OrderListsTest();
            fresh.history(new Random(seed));
            ways.addAll(fresh.counts.ways());
        }
        assertEquals(Set.of("failed", "repaired", "discrepancies"), ways, "all ways were gone");
    }

    private void history(Random random) {
        List<UserId> buyers = IntStream.range(0, 3)
                .mapToObj(_ -> new UserId(random.nextLong(1, 1L << 40)))
                .toList();
        List<OrderId> orders = new ArrayList<>();
        memory.loseAll();
        await(repair.compare());
        for (int step = 0; step < 200; step++) {
            clock.advance(Duration.ofMillis(random.nextInt(3)));
            UserId buyer = buyers.get(random.nextInt(buyers.size()));
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> orders.add(buy(buyer));
                case 3, 4 -> change(orders, random);
                case 5, 6 -> {
                    var _ = page(buyer, random);
                }
                case 7 -> timers.advance(LONG);
                case 8 -> fails = failing(random);
                default -> maintain(random);
            }
        }
        fails = _ -> false;
        IntStream.range(0, 6).forEach(_ -> timers.advance(LONG));
        await(repair.repair());
        await(repair.compare());
        await(repair.compare());
        for (UserId buyer : buyers) {
            assertEquals(rows(buyer), page(buyer, random));
            assertEquals(rows(buyer).stream().limit(OrderListCache.MAX_ORDERS).toList(), cached(buyer));
        }
    }

    private static Predicate<String> failing(Random random) {
        int percent = random.nextInt(4) * 33;
        return _ -> random.nextInt(100) < percent;
    }

    private void maintain(Random random) {
        if (random.nextInt(20) == 0) {
            memory.loseAll();
        }
        CompletionStage<Void> job = random.nextBoolean() ? repair.repair() : repair.compare();
        var _ = job.exceptionally(_ -> null);
    }

    private void change(List<OrderId> orders, Random random) {
        if (!orders.isEmpty()) {
            OrderTransition transition = List.of(
                            OrderTransition.pay(1),
                            OrderTransition.CANCEL,
                            OrderTransition.REDEEM,
                            OrderTransition.REQUEST_REFUND,
                            OrderTransition.COMPLETE_REFUND)
                    .get(random.nextInt(5));
            change(orders.get(random.nextInt(orders.size())), transition);
        }
    }

    private List<Order> page(UserId buyer, Random random) {
        ListOrders list = memory.listing(life);
        List<Order> seen = new ArrayList<>();
        Optional<Position> next = Optional.empty();
        do {
            ListOrders.Page page = await(list.list(buyer, ANY, next, 1 + random.nextInt(40)));
            seen.addAll(page.orders());
            next = page.next();
        } while (next.isPresent());
        assertEquals(seen.stream().map(Order::id).distinct().count(), seen.size());
        return seen;
    }
}
