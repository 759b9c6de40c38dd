package io.nightmarket.domain.payment;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lifecycle.CancelOrder;
import io.nightmarket.domain.lifecycle.ExpireOrders;
import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.lifecycle.OrderTransitions;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.management.PrepareSales;
import io.nightmarket.domain.sale.management.ReleaseUnits;
import io.nightmarket.domain.sale.management.ReserveUnits;
import io.nightmarket.domain.sale.queue.Admission;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.simulation.Changed;
import io.nightmarket.domain.voucher.VoucherId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random histories of orders and money, in which any call may fail before or after it did its work, which ends its caller as a
 * crash would, and late copies of releases arrive. In the end, units and money add up.
 */
final class MoneyAndUnitsTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    private static final Epoch EPOCH = new Epoch(Shard.FIRST, 0);
    private static final int UNITS = 3;
    private static final int BUYERS = 5;
    private static final long PRICE = 800;
    private static final List<String> PAYERS = List.of("", "", "", "refuse", "delay", "hang");

    @Test
    void unitsAndMoneyAddUpAfterRandomHistories() {
        Map<OrderStatus, Integer> ends = new HashMap<>();
        int revived = 0;
        int histories = Suite.pick(1_000, 10_000);
        for (int seed = 0; seed < histories; seed++) {
            History history = new History(new Random(seed));
            try {
                history.run();
                history.assertAllAddsUp();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            history.orders().forEach(order -> ends.merge(order.status(), 1, Integer::sum));
            revived += history.revived();
        }
        assertEquals(
                Set.of(
                        OrderStatus.UNPAID,
                        OrderStatus.PAID,
                        OrderStatus.USED,
                        OrderStatus.CANCELLED,
                        OrderStatus.REFUNDED),
                ends.keySet());
        assertTrue(revived > histories / 50, "orders were revived: " + revived);
    }

    /** One world and what happens in it. */
    private static final class History {
        private final Random random;
        private final ManualClock clock = new ManualClock(NOON);
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
        private final InMemoryOrderLife life = ledger.orderLife();
        private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
        private final InMemoryGateway gateway = new InMemoryGateway();
        private final VoucherId sale;
        private final List<OrderId> ids = new ArrayList<>();
        private final List<PaymentId> payments = new ArrayList<>();
        private final List<Purchase> released = new ArrayList<>();
        private int failing = 10;
        private long lastId = 1000;

        private final WholeQueue faultyQueue = faulty(WholeQueue.class, queue);
        private final PaymentGateway faultyGateway = faulty(PaymentGateway.class, gateway);
        private final OrderTransitions transitions = faulty(OrderTransitions.class, life);
        private final PaymentLedger paymentLedger = faulty(PaymentLedger.class, life);
        private final Refunds refunds = faulty(Refunds.class, life);
        private final PaymentNotifications notifications = faulty(PaymentNotifications.class, life);
        private final ReleaseUnits release;
        private final PayOrder pay;
        private final RecordOutcome outcomes;
        private final ReviveOrders revive;
        private final FinishPayments finish;

        History(Random random) {
            this.random = random;
            SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plus(Duration.ofDays(1)));
            NewFlashSale made = new NewFlashSale(new ShopId(1), "券", null, null, PRICE, 1000, UNITS, window);
            this.sale = await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
            await(letIn(queue, Shard.FIRST));
            await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, EPOCH));
            Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
            PrepareSales prepare =
                    new PrepareSales(ledger, queue, epochs, new SaleDirectory(ledger), clock, Duration.ofHours(1));
            this.release = new ReleaseUnits(ledger, faultyQueue, epochs, prepare);
            ReserveUnits reserve = new ReserveUnits(faultyQueue, epochs, prepare);
            this.revive =
                    new ReviveOrders(faulty(LatePayments.class, life), reserve, release, InMemoryOrderLife.UNHEARD);
            this.outcomes = new RecordOutcome(paymentLedger, InMemoryOrderLife.UNHEARD);
            this.pay = new PayOrder(
                    paymentLedger, faultyGateway, outcomes, revive, () -> CompletableFuture.completedStage(++lastId));
            this.finish = new FinishPayments(
                    paymentLedger, refunds, faultyGateway, outcomes, InMemoryOrderLife.UNHEARD, Duration.ofSeconds(10));
        }

        private <T> T faulty(Class<T> port, T inner) {
            return Changed.calls(port, (_, method, arguments) -> {
                boolean fails = CompletionStage.class.equals(method.getReturnType()) && random.nextInt(100) < failing;
                if (fails && random.nextBoolean()) {
                    return CompletableFuture.failedStage(new Unavailable("nothing was done"));
                }
                Object answer = Changed.invoke(inner, method, arguments);
                if (method.getName().equals("release") && arguments[1] instanceof Purchase purchase) {
                    released.add(purchase);
                }
                return fails ? CompletableFuture.failedStage(new TimedOut("the reply was lost")) : answer;
            });
        }

        void run() {
            for (int step = 0; step < 60; step++) {
                clock.advance(Duration.ofSeconds(random.nextInt(100)));
                step();
            }
            failing = 0;
            for (int round = 0; round < 3; round++) {
                settle();
                clock.advance(Duration.ofMinutes(1));
                await(release.release(Shard.FIRST));
                await(finish.resolve());
                await(revive.reviveAll());
                await(finish.refund());
            }
            lateReleases();
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> buy();
                case 3, 4, 5 -> forAnOrder(this::pay);
                case 6 ->
                    forAnOrder(order ->
                            attempt(() -> new CancelOrder(ledger, transitions, InMemoryOrderLife.UNHEARD, release)
                                    .cancel(order.user(), order.id())));
                case 7 ->
                    attempt(() ->
                            new ExpireOrders(transitions, InMemoryOrderLife.UNHEARD, release, PAY_WITHIN).expire());
                case 8 -> forAnOrder(this::redeemOrRefund);
                case 9 -> notifications();
                case 10 -> {
                    attempt(finish::resolve);
                    attempt(revive::reviveAll);
                    attempt(finish::refund);
                    attempt(() -> release.release(Shard.FIRST));
                }
                default -> lateReleases();
            }
        }

        private static void attempt(Supplier<CompletionStage<?>> work) {
            var _ = work.get().exceptionally(_ -> null);
        }

        private void buy() {
            OrderId id = new OrderId(++lastId);
            Purchase purchase = new Purchase(id, sale, new UserId(1 + random.nextInt(BUYERS)));
            if (await(OrderQueueContract.admit(queue, Shard.FIRST, purchase)) instanceof Admission.Accepted) {
                ids.add(id);
            }
            settle();
        }

        private void settle() {
            SettleOrders settlement =
                    new SettleOrders(queue, ledger, _ -> {}, Shard.FIRST, new SettleOrders.Limits(10, Duration.ZERO));
            SettleOrders.Run run = await(settlement.takeOver());
            while (await(run.step()) > 0) {}
            await(run.close());
        }

        private void forAnOrder(Consumer<Order> work) {
            List<Order> all = orders();
            if (!all.isEmpty()) {
                work.accept(all.get(random.nextInt(all.size())));
            }
        }

        private void pay(Order order) {
            PaymentId id = new PaymentId(++lastId);
            payments.add(id);
            String payer = PAYERS.get(random.nextInt(PAYERS.size()));
            attempt(() -> pay.pay(id, order.user(), order.id(), 1 + random.nextInt(3), payer));
        }

        private void redeemOrRefund(Order order) {
            attempt(() -> random.nextBoolean()
                    ? transitions.apply(order.id(), new OrderTransition.Redeem())
                    : new RefundOrder(refunds, InMemoryOrderLife.UNHEARD, release).refund(order.user(), order.id()));
        }

        /** What is pending at the gateway is decided, and reported in any order, more than once. */
        private void notifications() {
            for (int i = 0; i < 3 && !payments.isEmpty(); i++) {
                PaymentId id = payments.get(random.nextInt(payments.size()));
                if (await(gateway.resolve(id)) instanceof ChargeOutcome.Pending) {
                    gateway.decide(id, PRICE);
                }
                if (await(gateway.resolve(id)) instanceof ChargeOutcome.Captured(long amount)) {
                    byte[] body = (random.nextInt() + " " + id.value() + " " + amount).getBytes(StandardCharsets.UTF_8);
                    attempt(() -> new ReceiveNotification(notifications, gateway, outcomes).receive(body, "signed"));
                }
            }
        }

        private void lateReleases() {
            List.copyOf(released).forEach(purchase -> attempt(() -> queue.release(EPOCH, purchase)));
        }

        List<Order> orders() {
            return LongStream.rangeClosed(1, BUYERS)
                    .mapToObj(buyer -> await(life.page(new UserId(buyer), Optional.empty(), Optional.empty(), 1000)))
                    .flatMap(List::stream)
                    .toList();
        }

        int revived() {
            return (int) ids.stream()
                    .filter(id -> life.eventsOf(id).contains("REVIVED"))
                    .count();
        }

        void assertAllAddsUp() {
            Map<UserId, OrderId> live = orders().stream()
                    .filter(order -> Set.of(OrderStatus.UNPAID, OrderStatus.PAID, OrderStatus.USED)
                            .contains(order.status()))
                    .collect(Collectors.toMap(Order::user, Order::id));
            Set<UserId> all =
                    LongStream.rangeClosed(1, BUYERS).mapToObj(UserId::new).collect(Collectors.toSet());
            assertEquals(live, await(ledger.claims(sale, all)), "one live order for a claim");
            long stock = await(ledger.find(sale)).orElseThrow().stock();
            assertEquals(UNITS, stock + live.size(), "issued = available + live");
            assertEquals(Optional.of(stock), await(queue.available(Shard.FIRST, sale)), "units in the queue");
            live.forEach(
                    (buyer, order) -> assertEquals(Optional.of(order), await(queue.findOrder(EPOCH, sale, buyer))));

            long paid = orders().stream()
                    .filter(order -> order.status() == OrderStatus.PAID || order.status() == OrderStatus.USED)
                    .count();
            assertEquals(PRICE * paid, gateway.balance(), "captured less refunded is what was sold");
            assertEquals(List.of(), await(life.undecided(Duration.ZERO, 10)), "money without an outcome");
            assertEquals(List.of(), await(life.pendingRefunds(0, 10)));
        }
    }
}
