package io.nightmarket.domain.sale.settlement;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderProgress.Rejected;
import io.nightmarket.domain.order.OrderProgress.Settled;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettleOrdersTest {
    private static final SaleWindow WINDOW =
            new SaleWindow(Instant.parse("2026-11-20T12:00:00Z"), Instant.parse("2026-11-20T13:00:00Z"));

    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final ListQueue queue = new ListQueue();
    private final List<OrderId> observed = new ArrayList<>();
    private final List<QueuedOrder> placed = new ArrayList<>();
    private final SettlementEvents events = new SettlementEvents() {
        @Override
        public void settled(Settlement settlement) {
            settlement.settled().forEach(purchase -> observed.add(purchase.order()));
        }

        @Override
        public void placed(List<QueuedOrder> orders) {
            placed.addAll(orders);
        }
    };

    private SettleOrders settleOrders(WholeQueue over, OrderLedger into) {
        return new SettleOrders(over, into, events, Shard.FIRST, 8, Duration.ZERO, SettleMeter.NONE);
    }

    private Set<EntryId> deadLetters() {
        return await(ledger.list(0, 100)).stream().map(DeadLetter::entry).collect(Collectors.toSet());
    }

    private SettleOrders settleOrders() {
        return settleOrders(queue.ports, ledger);
    }

    private VoucherId sale(int stock) {
        NewFlashSale sale = FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, stock, WINDOW);
        VoucherId voucher =
                await(ledger.create(sale, Shard.FIRST)).orElseThrow().voucher();
        await(snapshot(voucher).openIn(queue.ports, new Epoch(Shard.FIRST, 0)));
        return voucher;
    }

    /** A sale with orders from 1 on, of buyers with the same numbers. */
    private VoucherId sale(int stock, int orders) {
        VoucherId voucher = sale(stock);
        for (int i = 1; i <= orders; i++) {
            var _ = queue.append(i, voucher, i);
        }
        return voucher;
    }

    private LoadedSale snapshot(VoucherId voucher) {
        return await(LoadedSale.read(ledger, voucher)).orElseThrow();
    }

    private Optional<OrderProgress> progress(long order) {
        return await(ledger.find(new OrderId(order)));
    }

    @Test
    void ordersAreSettledAcknowledgedAndAnnouncedAsTheyAreInTheDatabase() {
        VoucherId voucher = sale(2);
        QueuedOrder first = queue.append(1, voucher, 1);
        QueuedOrder second = queue.append(2, voucher, 2);
        var _ = queue.append(3, voucher, 3);
        SettleOrders.Run run = await(settleOrders().takeOver());
        assertEquals(3, await(run.step()));
        assertEquals(0, await(run.step()));
        assertEquals(List.of(new OrderId(1), new OrderId(2)), observed);
        assertEquals(List.of(first, second), placed);
        assertEquals(Optional.of(new OrderProgress.Settled(first.settled())), progress(1));
        assertTrue(queue.entries.isEmpty());
        assertEquals(0, snapshot(voucher).sale().stock());
    }

    @Test
    void aBadOrderIsFoundByHalvingAndKeepsItsReservation() {
        VoucherId voucher = sale(8, 7);
        ledger.plantOrder(new OrderId(5), new UserId(99), voucher, Instant.EPOCH);
        SettleOrders settle = settleOrders();
        assertEquals(7, await(await(settle.takeOver()).step()));
        assertEquals(Set.of(new EntryId(1, 5)), deadLetters());
        assertEquals(7, queue.buyersOf(voucher));
        assertEquals(Map.of(voucher, 1L), queue.free);
        assertEquals(List.of(), ledger.rejectionsOf(voucher));
        assertTrue(queue.entries.isEmpty());
    }

    /** The queue lost the cancel with its data, and admitted the order under its id once more. */
    @Test
    void theUnitOfAnOrderThatIsCancelledIsFreeAgainAtOnce() {
        VoucherId voucher = sale(1);
        var _ = queue.append(1, voucher, 1);
        SettleOrders.Run writer = await(settleOrders().takeOver());
        assertEquals(1, await(writer.step()));
        var _ = await(ledger.orderLife().apply(new OrderId(1), OrderTransition.CANCEL));
        observed.clear();

        QueueEntry.QueuedOrder again = queue.append(1, voucher, 1);
        queue.free.put(voucher, 0L);
        assertEquals(1, await(writer.step()));

        assertEquals(Map.of(voucher, 1L), queue.free);
        assertEquals(0, queue.buyersOf(voucher));
        assertEquals(List.of(again.purchase()), await(ledger.pending(Shard.FIRST, 0, 10)));
        assertEquals(List.of(), observed);
    }

    @Test
    void aMalformedEntryIsSetAsideAndPassed() {
        VoucherId voucher = sale(5);
        var _ = queue.append(1, voucher, 1);
        EntryId odd = queue.appendMalformed();
        var _ = queue.append(2, voucher, 2);
        EntryId last = queue.appendMalformed();
        SettleOrders settle = settleOrders();
        SettleOrders.Run writer = await(settle.takeOver());
        assertEquals(4, await(writer.step()));
        assertEquals(Set.of(odd, last), deadLetters());
        assertEquals(2, snapshot(voucher).claims().size());
        assertEquals(last, writer.lastSettled());
        assertTrue(queue.entries.isEmpty());
    }

    /** Fails every step in turn, before and after its effect, and lets a new writer finish. */
    @Test
    void aCrashAtAnyStepLosesAndDoublesNothing() {
        boolean struck = true;
        for (int step = 1; struck; step++) {
            boolean before = crashes(step, false);
            boolean after = crashes(step, true);
            struck = before || after;
            assertTrue(step < 200, "the run never ends");
        }
    }

    private boolean crashes(int step, boolean afterEffect) {
        SettleOrdersTest run = new SettleOrdersTest();
        StepFault fault = new StepFault(step, afterEffect);
        VoucherId scarce = run.sale(3);
        VoucherId plenty = run.sale(9);
        run.fill(scarce, plenty);
        run.drain(fault.over(run.queue.ports), FaultyLedger.with(fault, run.ledger));
        run.drain(run.queue.ports, run.ledger);
        for (Purchase pending : await(run.ledger.pending(Shard.FIRST, 0, 100))) {
            var _ = await(run.queue.release(new Epoch(Shard.FIRST, 0), pending));
            await(run.ledger.markReleased(List.of(pending)));
        }
        run.assertAllIsWell(scarce, plenty, "step " + step + (afterEffect ? " after" : " before"));
        return fault.struck();
    }

    /** Every way an order can go: settled, bought before, short of stock, sale unknown, malformed, unwritable. */
    private void fill(VoucherId scarce, VoucherId plenty) {
        var _ = queue.append(1, scarce, 1);
        var _ = queue.append(2, plenty, 1);
        var _ = queue.append(3, scarce, 2);
        var _ = queue.appendMalformed();
        var _ = queue.append(4, scarce, 3);
        var _ = queue.append(5, scarce, 4);
        var _ = queue.append(6, new VoucherId(404), 1);
        var _ = queue.append(7, plenty, 7);
        ledger.plantOrder(new OrderId(7), new UserId(99), new VoucherId(404), Instant.EPOCH);
        var _ = queue.append(8, plenty, 8);
        var _ = queue.append(9, plenty, 8);
        var _ = queue.append(10, plenty, 9);
    }

    private void drain(WholeQueue over, OrderLedger into) {
        SettleOrders settle = settleOrders(over, into);
        try {
            SettleOrders.Run writer = await(settle.takeOver());
            int dealtWith;
            do {
                dealtWith = await(writer.step());
            } while (dealtWith > 0);
        } catch (DomainFailure crash) {
            assertTrue(String.valueOf(crash.getMessage()).startsWith("step"), crash::toString);
        }
    }

    private void assertAllIsWell(VoucherId scarce, VoucherId plenty, String when) {
        assertTrue(queue.entries.isEmpty(), when);
        for (long order : List.of(1, 2, 3, 4, 8, 10)) {
            assertTrue(progress(order).orElseThrow() instanceof Settled, when + ": " + order);
        }
        assertEquals(
                Optional.of(new Rejected(new OrderId(5), new UserId(4), RejectionReason.SOLD_OUT)), progress(5), when);
        assertEquals(
                Optional.of(new Rejected(new OrderId(6), new UserId(1), RejectionReason.UNKNOWN_VOUCHER)),
                progress(6),
                when);
        assertEquals(
                Optional.of(new Rejected(new OrderId(9), new UserId(8), RejectionReason.ALREADY_BOUGHT)),
                progress(9),
                when);
        assertEquals(Set.of(new EntryId(1, 4), new EntryId(1, 8)), deadLetters(), when);
        assertEquals(0, snapshot(scarce).sale().stock(), when);
        assertEquals(3, snapshot(scarce).claims().size(), when);
        assertEquals(6, snapshot(plenty).sale().stock(), when);
        assertEquals(3, snapshot(plenty).claims().size(), when);
        assertEquals(0L, queue.free.get(scarce), when);
        assertEquals(List.of(), await(ledger.pending(Shard.FIRST, 0, 10)), when);
    }

    /** A ledger whose writers break, with their connection, on every batch that holds a certain order. */
    private OrderLedger breakingOn(OrderId on, List<Integer> batches) {
        return FaultyLedger.withWriters(
                ledger,
                shard -> ledger.becomeWriter(shard)
                        .thenApply(writer -> FaultyLedger.settling(writer, orders -> {
                            batches.add(orders.size());
                            return orders.stream()
                                            .anyMatch(order -> order.order().equals(on))
                                    ? CompletableFuture.failedStage(new TimedOut("the server went away"))
                                    : writer.settle(orders);
                        })));
    }

    /** A ledger whose writers refuse all orders, as a database with an altered table does, while it is altered. */
    private OrderLedger refusing(BooleanSupplier isAltered) {
        return FaultyLedger.withWriters(
                ledger,
                shard -> ledger.becomeWriter(shard)
                        .thenApply(writer -> FaultyLedger.settling(
                                Changed.method(
                                        OrderLedger.Writer.class,
                                        writer,
                                        "acceptsOrders",
                                        (_, _) -> CompletableFuture.completedStage(!isAltered.getAsBoolean())),
                                orders -> isAltered.getAsBoolean()
                                        ? CompletableFuture.failedStage(new Corrupt("a column without default"))
                                        : writer.settle(orders))));
    }

    @Test
    void anOrderThatBreaksEveryWriterIsNeverGivenUp() {
        VoucherId voucher = sale(8, 6);
        List<Integer> batches = new ArrayList<>();
        SettleOrders settle = settleOrders(queue.ports, breakingOn(new OrderId(4), batches));

        for (int takenOver = 0; takenOver < 30; takenOver++) {
            SettleOrders.Run run = await(settle.takeOver());
            assertThrows(TimedOut.class, () -> {
                while (await(run.step()) > 0) {}
            });
            await(run.close());
        }

        assertEquals(List.of(6, 3, 3, 1), batches.subList(0, 4), "time-outs halve the batch");
        assertEquals(Set.of(), deadLetters());
        assertEquals(List.of(), ledger.rejectionsOf(voucher));
        assertEquals(6, queue.buyersOf(voucher));
    }

    @Test
    void anOrderThatAnOperatorSkipsHoldsUpNoOther() {
        VoucherId voucher = sale(8, 6);
        SettleOrders settle = settleOrders(queue.ports, breakingOn(new OrderId(4), new ArrayList<>()));
        await(ledger.requestSkip(Shard.FIRST, new OrderId(4)));

        SettleOrders.Run run = await(settle.takeOver());
        while (await(run.step()) > 0) {}

        assertEquals(Set.of(new EntryId(1, 4)), deadLetters());
        assertEquals(5, snapshot(voucher).claims().size());
        assertTrue(progress(4).orElseThrow() instanceof OrderProgress.Queued);
    }

    @Test
    void aDatabaseThatRefusesEveryOrderGetsNoDeadLetter() {
        VoucherId voucher = sale(8, 6);
        AtomicBoolean altered = new AtomicBoolean(true);
        OrderLedger refusing = refusing(altered::get);
        SettleOrders settle = settleOrders(queue.ports, refusing);

        SettleOrders.Run refused = await(settle.takeOver());
        assertThrows(Unavailable.class, () -> await(refused.step()));
        assertEquals(6, queue.entries.size());
        assertEquals(Set.of(), deadLetters());

        altered.set(false);
        assertEquals(6, await(await(settle.takeOver()).step()));
        assertEquals(6, snapshot(voucher).claims().size());
    }

    @Test
    void anOrderThatWasRefusedBeforeTheTablesWereMendedIsSettled() {
        VoucherId voucher = sale(8);
        var _ = queue.append(1, voucher, 1);
        AtomicBoolean altered = new AtomicBoolean(true);
        OrderLedger mended = refusing(() -> altered.getAndSet(false));

        assertEquals(
                1, await(await(settleOrders(queue.ports, mended).takeOver()).step()));

        assertEquals(Set.of(), deadLetters());
        assertEquals(1, snapshot(voucher).claims().size());
    }

    @Test
    void aFullBatchHasTheNextOneReadMeanwhile() {
        VoucherId voucher = sale(30, 20);
        SettleOrders.Run run = await(settleOrders().takeOver());

        assertEquals(8, await(run.step()));
        assertEquals(8, await(run.step()));
        var _ = queue.append(21, voucher, 21);
        assertEquals(4, await(run.step()), "read before the last one came");
        assertEquals(1, await(run.step()));

        assertTrue(queue.entries.isEmpty());
        assertEquals(21, observed.size());
    }
}
