package io.nightmarket.domain.sale.waiting;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.ExpireOrders;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.CheckReservations;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.waiting.JoinWaitlist.Outcome;
import io.nightmarket.domain.sale.waiting.JoinWaitlist.Refusal;
import io.nightmarket.domain.sale.waiting.Waitlist.Entry;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a waitlist. Any call may fail before or after it did its work, which ends an iteration of the job as a crash
 * would; others act between any two calls; the queue is emptied and loaded again.
 */
final class OfferUnitsTest {
    private static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    private static final Duration SALE = Duration.ofDays(1);
    private static final Epoch EPOCH = new Epoch(Shard.FIRST, 0);
    private static final int UNITS = 2;
    private static final int BUYERS = 7;

    @Test
    void unitsGoDownTheLineAndNoneIsLost() {
        Map<String, Integer> seen = new HashMap<>();
        int histories = Suite.pick(400, 10_000);
        for (int seed = 0; seed < histories; seed++) {
            History history = new History(new Random(seed), UNITS);
            try {
                history.run();
                history.assertAllAddsUp();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            history.seen.forEach((what, times) -> seen.merge(what, times, Integer::sum));
        }
        for (String what : List.of("offered", "held", "bought", "SALE_ENDED", "NOT_SOLD_OUT", "HasOrder", "Waiting")) {
            assertTrue(seen.getOrDefault(what, 0) > histories / 10, what + ": " + seen);
        }
    }

    /** The job meets the entry of an order that was given up before it is removed. */
    @Test
    void anOfferThatWasGivenUpIsNotRepeated() {
        History history = new History(new Random(0), UNITS);
        history.failing = 0;
        List<UserId> buyers =
                LongStream.rangeClosed(1, UNITS + 2L).mapToObj(UserId::new).toList();
        buyers.subList(0, UNITS).forEach(history::buy);
        history.settle();
        buyers.subList(UNITS, UNITS + 2).forEach(history::join);
        history.cancelAll();
        await(history.offer.offer());
        history.settle();
        history.cancelAll();
        await(history.offer.offer());
        assertEquals(Optional.of((long) UNITS), await(history.queue.available(Shard.FIRST, history.sale)));
        assertEquals(List.of(), history.entries());
    }

    @Test
    void unitsThatComeBackAtOnceAreOfferedInOneIteration() {
        int many = 250;
        History history = new History(new Random(0), many);
        history.failing = 0;
        LongStream.rangeClosed(1, many).mapToObj(UserId::new).forEach(history::buy);
        history.settle();
        LongStream.rangeClosed(many + 1, 2 * many + 5).mapToObj(UserId::new).forEach(history::join);
        history.cancelAll();
        await(history.offer.offer());
        history.settle();
        assertEquals(
                LongStream.rangeClosed(many + 1, 2L * many).boxed().toList(),
                history.unpaid().stream()
                        .map(order -> order.user().value())
                        .sorted()
                        .toList());
    }

    /** The database's clock is ahead for an iteration, while a buyer waits; then the buyer leaves. */
    @Test
    void aHoldEndsWithItsWaitlistThoughTheClockWasAhead() {
        History history = soldOutWithOneWaiting();
        history.clock.advance(Duration.ofMinutes(30));
        await(history.offer.offer());
        history.clock.set(SaleWorld.NOON);
        history.leaveAndCancel();
        assertEquals(Optional.of(false), await(history.queue.isSoldOut(EPOCH, history.sale)));
    }

    /** To a clock that is ahead by more the sale is over: who waited may join again. */
    @Test
    void noHoldIsLeftOfAWaitlistThatWasClosedByAClockAhead() {
        History history = soldOutWithOneWaiting();
        history.clock.advance(SALE.plusHours(1));
        await(history.offer.offer());
        history.clock.set(SaleWorld.NOON);
        assertEquals(List.of(), history.entries());
        history.leaveAndCancel();
        assertEquals(Optional.of(false), await(history.queue.isSoldOut(EPOCH, history.sale)));
    }

    /** The last commits are lost with the number of a buyer who joined while the clock was ahead. */
    @Test
    void aHoldByANumberThatLiesAheadEnds() {
        History history = soldOutWithOneWaiting();
        long ahead = ChronoUnit.MICROS.between(Instant.EPOCH, SaleWorld.NOON.plus(Duration.ofHours(1)));
        assertTrue(await(history.queue.holdForWaitlist(EPOCH, history.sale, ahead, true)));
        history.leaveAndCancel();
        assertEquals(Optional.of(false), await(history.queue.isSoldOut(EPOCH, history.sale)));
    }

    private static History soldOutWithOneWaiting() {
        History history = new History(new Random(0), 1);
        history.failing = 0;
        history.buy(new UserId(1));
        history.settle();
        history.join(new UserId(2));
        assertEquals(1, history.entries().size());
        return history;
    }

    /** One world and what happens in it. */
    private static final class History extends SaleWorld {
        private final Random random;
        private final InMemoryOrderLife life = ledger.orderLife();
        private final Waitlist waitlist = ledger.waitlist();
        private final Map<String, Integer> seen = new HashMap<>();
        private final Map<OrderId, Long> numbers = new HashMap<>();
        private final Set<OrderId> passedOver = new HashSet<>();
        private final JoinWaitlist join;
        private final OfferUnits offer;
        private final ReleaseUnits release;
        private final CheckReservations audit;
        /** Units are held for who joined up to this number. */
        private long held;

        private int failing = 10;
        private boolean between;
        private long lastId = 1000;

        History(Random random, int units) {
            this.random = random;
            SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plus(SALE));
            sale = create(units, window, new SaleOptions(true, false, false));
            load();
            PrepareSales prepare = preparing(queue, epochs);
            WholeQueue faultyQueue = faulty(WholeQueue.class, queue);
            Waitlist faultyWaitlist = faulty(Waitlist.class, waitlist);
            this.release = new ReleaseUnits(ledger, faultyQueue, epochs, prepare);
            this.join = new JoinWaitlist(
                    directory,
                    faultyWaitlist,
                    faultyQueue,
                    faultyQueue,
                    epochs,
                    prepare,
                    () -> CompletableFuture.completedStage(++lastId));
            this.audit = new CheckReservations(WholeQueue.ports(queue), ledger, ledger);
            this.offer = new OfferUnits(faultyWaitlist, faultyQueue, faultyQueue, epochs, prepare);
        }

        private void load() {
            await(letIn(queue, Shard.FIRST));
            await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, EPOCH));
        }

        private <T> T faulty(Class<T> port, T inner) {
            return Changed.calls(port, (_, method, arguments) -> {
                if (!between && random.nextInt(100) < 3 * failing) {
                    between = true;
                    step();
                    between = false;
                }
                boolean fails = random.nextInt(100) < failing;
                if (fails && random.nextBoolean()) {
                    return CompletableFuture.failedStage(new Unavailable("nothing was done"));
                }
                Object answer = Changed.invoke(inner, method, arguments);
                if (method.getName().equals("holdForWaitlist") && (boolean) arguments[3]) {
                    held = Math.max(held, (long) arguments[2]);
                }
                if (method.getName().equals("admitNext")) {
                    noteWhoHasAnOrder(arguments, answer);
                }
                return fails ? CompletableFuture.failedStage(new TimedOut("the reply was lost")) : answer;
            });
        }

        @SuppressWarnings("unchecked")
        private void noteWhoHasAnOrder(Object[] arguments, @Nullable Object answer) {
            List<Purchase> next = (List<Purchase>) arguments[2];
            var _ = ((CompletionStage<List<Admission>>) Objects.requireNonNull(answer))
                    .thenAccept(admissions -> IntStream.range(0, next.size())
                            .filter(i -> admissions.get(i) instanceof Admission.AlreadyBought)
                            .forEach(i -> passedOver.add(next.get(i).order())));
        }

        void run() {
            for (int step = 0; step < 80; step++) {
                clock.advance(Duration.ofSeconds(random.nextInt(60)));
                step();
                assertHeld();
            }
            failing = 0;
            for (int round = 0; round < BUYERS; round++) {
                settle();
                await(release.release(Shard.FIRST));
                await(offer.offer());
                audit();
            }
        }

        /** The one who waits leaves, the order is cancelled, and the job runs. */
        void leaveAndCancel() {
            attempt(() -> join.leave(new UserId(2), sale));
            cancelAll();
            await(release.release(Shard.FIRST));
            await(offer.offer());
        }

        private void step() {
            switch (random.nextInt(15)) {
                case 0, 1 -> buy(anyBuyer());
                case 2, 3, 4 -> join(anyBuyer());
                case 5 -> attempt(() -> join.leave(anyBuyer(), sale));
                case 6, 7 -> cancel();
                case 8 -> {
                    clock.advance(PAY_WITHIN.dividedBy(2));
                    attempt(() -> new ExpireOrders(life, InMemoryOrderLife.UNHEARD, release).expire());
                }
                case 9 -> attempt(() -> release.release(Shard.FIRST));
                case 10 -> emptyTheQueue();
                case 11, 12 -> settle();
                case 13 -> audit();
                default -> attempt(offer::offer);
            }
        }

        private UserId anyBuyer() {
            return new UserId(1 + random.nextInt(BUYERS));
        }

        private static void attempt(Supplier<CompletionStage<?>> work) {
            var _ = work.get().exceptionally(_ -> null);
        }

        private void count(String what) {
            seen.merge(what, 1, Integer::sum);
        }

        private boolean isHeld() {
            return entries().stream().anyMatch(entry -> !entry.decided() && entry.number() <= held);
        }

        private void assertHeld() {
            assertTrue(!isHeld() || await(queue.isSoldOut(EPOCH, sale)).orElseThrow(), "units are held");
        }

        /** No other buyer gets a unit that is held for those who wait. */
        private void buy(UserId buyer) {
            boolean heldForSome = isHeld();
            OrderId id = new OrderId(++lastId);
            Admission admission = await(OrderQueueContract.admit(queue, Shard.FIRST, new Purchase(id, sale, buyer)));
            boolean bought = admission.equals(new Admission.Accepted(id));
            assertFalse(heldForSome && bought, "a unit is held");
            count(bought ? "bought" : heldForSome ? "held" : "refused");
        }

        private void join(UserId buyer) {
            attempt(() -> join.join(buyer, sale).thenAccept(this::count));
            entries().forEach(entry -> numbers.put(entry.purchase().order(), entry.number()));
        }

        private void count(Outcome outcome) {
            count(
                    outcome instanceof Refusal refusal
                            ? refusal.name()
                            : outcome.getClass().getSimpleName());
        }

        private List<Entry> entries() {
            return await(waitlist.next(sale, 0, 100));
        }

        private void cancel() {
            List<Order> unpaid = unpaid();
            if (!unpaid.isEmpty()) {
                cancel(unpaid.get(random.nextInt(unpaid.size())));
            }
        }

        private void cancelAll() {
            unpaid().forEach(this::cancel);
        }

        private void cancel(Order order) {
            attempt(() -> new CancelOrder(life, InMemoryOrderLife.UNHEARD, release).cancel(order.user(), order.id()));
        }

        private List<Order> unpaid() {
            return ledger.ordersOf(sale).stream()
                    .filter(order -> order.status() == OrderStatus.UNPAID)
                    .toList();
        }

        /** All that waits is settled, as the recovery of a shard does. */
        private void emptyTheQueue() {
            settle();
            queue.loseEverything();
            held = 0;
            clock.advance(Duration.ofSeconds(1));
            load();
        }

        private void settle() {
            SettleOrders settlement =
                    new SettleOrders(queue, ledger, this::settled, Shard.FIRST, 10, Duration.ZERO, SettleMeter.NONE);
            SettleOrders.Run run = await(settlement.takeOver());
            while (await(run.step()) > 0) {}
            await(run.close());
        }

        /** Who is offered a unit is the first of those who wait. */
        private void settled(Settlement settlement) {
            for (Purchase purchase : settlement.settled()) {
                Long number = numbers.get(purchase.order());
                if (number != null) {
                    count("offered");
                    assertEquals(
                            List.of(),
                            entries().stream()
                                    .filter(entry -> entry.number() < number && !entry.decided())
                                    .filter(entry -> !passedOver.contains(
                                            entry.purchase().order()))
                                    .toList(),
                            "they stood before " + number);
                }
            }
        }

        /** A late offer of an order that was cancelled since takes a unit, which the audit frees. */
        private void audit() {
            long cursor = BuyerSlice.END;
            do {
                cursor = await(audit.slice(EPOCH, sale, cursor, _ -> false)).next();
            } while (cursor != BuyerSlice.END);
        }

        void assertAllAddsUp() {
            Map<UserId, OrderId> live = unpaid().stream().collect(Collectors.toMap(Order::user, Order::id));
            Set<UserId> all =
                    LongStream.rangeClosed(1, BUYERS).mapToObj(UserId::new).collect(Collectors.toSet());
            assertEquals(live, await(ledger.claims(sale, all)), "one live order for a claim");
            long stock = await(ledger.find(sale)).orElseThrow().stock();
            assertEquals(UNITS, stock + live.size(), "issued = available + live");
            assertEquals(Optional.of(stock), await(queue.available(Shard.FIRST, sale)), "units in the queue");
            assertTrue(stock == 0 || entries().isEmpty(), "a unit is free, and buyers wait for one");
            assertEquals(Optional.of(stock == 0 || !entries().isEmpty()), await(queue.isSoldOut(EPOCH, sale)));

            clock.advance(SALE);
            await(offer.offer());
            assertEquals(List.of(), entries());
            join(anyBuyer());
        }
    }
}
