package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.memory.InMemoryOrderLife.UNHEARD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryCallOffs;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.calloff.CallOffSale;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.ExpireOrders;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.sale.operation.AuditSales;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.recovery.RecoverShard;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
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
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** One sale on servers in memory, and nodes that change its orders through ports of a test's own. */
final class OrderWorld {
    static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    static final long PRICE = 800;

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration KEPT = Duration.ofHours(1);
    private static final long BUYERS = 20;

    /** Fewer than there are orders: what a call comes to at most. */
    private static final int CLEARED = 2;

    static final StaffAction STAFF = new StaffAction(new UserId(77), "", "callOffSale", "", "no goods");

    final ManualClock clock = new ManualClock(NOON);
    final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
    final InMemoryOrderLife life = ledger.orderLife();
    final InMemoryCallOffs callOffs = ledger.callOffs(life);
    final InMemoryGateway gateway = new InMemoryGateway();
    final VoucherId sale;
    private final Timers timers = new ClockTimers();
    final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock, timers, Long.MAX_VALUE);
    private final int units;
    private final Ports ports;
    /** Orders of whose changes late money notified. */
    final List<OrderId> changed = new ArrayList<>();

    private long lastId = 1000;

    /** How nodes see the servers. */
    @FunctionalInterface
    interface Ports {
        <T> T over(Class<T> port, T server);
    }

    /** Those of a clock that tests move; what is to run later runs at once. */
    private final class ClockTimers implements Timers {
        @Override
        public long nanoTime() {
            return Duration.between(NOON, clock.instant()).toNanos();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            task.run();
            return () -> {};
        }
    }

    OrderWorld(int units, Ports ports) {
        this.units = units;
        this.ports = ports;
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plus(Duration.ofDays(1)));
        NewFlashSale made = FlashSales.plain(new ShopId(1), "券", null, null, PRICE, 1000, units, window);
        this.sale = await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
        recover();
    }

    /** A node, which remembers the epoch that it heard of last. */
    final class Node {
        final ReleaseUnits release;
        final PayOrder pay;
        final FinishPayments finish;
        final RecordOutcome outcomes;
        final DecideLatePayments latePayments;
        final PaymentNotifications notifications = ports.over(PaymentNotifications.class, life);
        private final Refunds refunds = ports.over(Refunds.class, life);
        final PaymentGateway bank = ports.over(PaymentGateway.class, gateway);
        final CallOffSale callOff;
        private final OrderTransitions transitions = ports.over(OrderTransitions.class, life);

        Node() {
            WholeQueue seen = ports.over(WholeQueue.class, queue);
            FlashSaleRepository sales = ports.over(FlashSaleRepository.class, ledger);
            Epochs epochs = new Epochs(ports.over(OrderLedger.class, ledger)::epoch, timers);
            PrepareSales prepare = new PrepareSales(sales, seen, epochs, new SaleDirectory(sales, timers), clock, KEPT);
            this.release = new ReleaseUnits(ports.over(PendingReleases.class, ledger), seen, epochs, prepare);
            this.latePayments = new DecideLatePayments(
                    ports.over(LatePayments.class, life), new ReserveUnits(seen, epochs, prepare), release, noted());
            PaymentLedger payments = ports.over(PaymentLedger.class, life);
            this.outcomes = new RecordOutcome(payments, UNHEARD, (_, _, _) -> {});
            this.pay = new PayOrder(
                    payments, bank, outcomes, latePayments, () -> CompletableFuture.completedStage(nextId()));
            this.callOff =
                    new CallOffSale(ports.over(CallOffs.class, callOffs), sales, seen, seen, UNHEARD, true, CLEARED);
            this.finish = new FinishPayments(payments, refunds, bank, outcomes, UNHEARD, Duration.ofSeconds(10));
        }

        /** What the jobs of payments do. */
        CompletionStage<Void> finishPayments() {
            return finish.resolve().thenCompose(_ -> latePayments.decideAll()).thenCompose(_ -> finish.refund());
        }

        CompletionStage<?> cancel(Order order) {
            return new CancelOrder(transitions, UNHEARD, release).cancel(order.user(), order.id());
        }

        CompletionStage<?> expire() {
            return new ExpireOrders(transitions, UNHEARD, release).expire();
        }

        CompletionStage<?> redeem(Order order) {
            return transitions.apply(order.id(), OrderTransition.REDEEM);
        }

        CompletionStage<?> unredeem(Order order) {
            return transitions.unredeem(order.id(), Duration.ofMinutes(10), STAFF);
        }

        CompletionStage<?> refund(Order order) {
            return new RefundOrder(refunds, UNHEARD, release).refund(order.user(), order.id());
        }
    }

    private OrderChanges noted() {
        return Changed.method(OrderChanges.class, UNHEARD, "changed", (arguments, unheard) -> {
            ((List<?>) arguments[0]).forEach(order -> changed.add(((Order) order).id()));
            return unheard;
        });
    }

    long nextId() {
        return ++lastId;
    }

    /** A buyer comes, and the order is settled; nothing when there is no unit. */
    Optional<Order> buy(long buyer) {
        OrderId id = new OrderId(nextId());
        Purchase purchase = new Purchase(id, sale, new UserId(buyer));
        Admission admission = await(queue.admit(epoch(), sale, List.of(new AdmissionRequest(purchase, ""))))
                .getFirst();
        settle();
        return admission instanceof Admission.Accepted ? Optional.of(order(id)) : Optional.empty();
    }

    Order order(OrderId id) {
        return orders().stream()
                .filter(order -> order.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    List<Order> orders() {
        return LongStream.rangeClosed(1, BUYERS)
                .mapToObj(buyer -> await(life.page(new UserId(buyer), Optional.empty(), Optional.empty(), 1000)))
                .flatMap(List::stream)
                .toList();
    }

    void settle() {
        SettleOrders.Run writer = writer();
        while (await(writer.step()) > 0) {}
        await(writer.close());
    }

    private SettleOrders.Run writer() {
        return await(
                new SettleOrders(queue, ledger, _ -> {}, Shard.FIRST, 10, Duration.ZERO, SettleMeter.NONE).takeOver());
    }

    Epoch epoch() {
        return await(ledger.epoch(Shard.FIRST));
    }

    /** The queue's server is emptied, and the shard recovered. */
    void loseQueue() {
        queue.loseEverything();
        recover();
    }

    /** Begins an epoch when the queue is not of this one. Nodes may look for it again. */
    void recover() {
        clock.advance(Duration.ofSeconds(1));
        PrepareSales prepare = new PrepareSales(
                ledger, queue, new Epochs(ledger::epoch, timers), new SaleDirectory(ledger, timers), clock, KEPT);
        SettleOrders.Run writer = writer();
        var _ = await(
                new RecoverShard(WholeQueue.ports(queue), ledger, ledger, ledger, prepare, KEPT).keepOpen(writer));
        await(writer.close());
    }

    /** Passes of the audit, with its recoveries, until all that it repairs must be. */
    Repair audit() {
        AuditSales audit = new AuditSales(ledger, ledger, ledger, WholeQueue.ports(queue), clock, KEPT);
        Repair all = new Repair(0, 0);
        for (int i = 0; i < 10; i++) {
            AuditReport report = await(audit.iterate());
            assertEquals(Optional.empty(), report.failure());
            all = new Repair(
                    all.reenqueued()
                            + report.repair().reenqueued()
                            + report.findings().size(),
                    all.released() + report.repair().released());
            clock.advance(Duration.ofSeconds(5));
            recover();
            settle();
        }
        return all;
    }

    /** Nothing is left of a sale that was called off, and the proof says what the gateway has. */
    void assertCalledOff() {
        CallOff proof = await(callOffs.find(sale)).orElseThrow();
        assertTrue(proof.done().isPresent(), proof::toString);
        Map<OrderStatus, Long> statuses =
                orders().stream().collect(Collectors.groupingBy(Order::status, Collectors.counting()));
        long used = statuses.getOrDefault(OrderStatus.USED, 0L);
        CallOff.Orders all = new CallOff.Orders(
                0,
                statuses.getOrDefault(OrderStatus.CANCELLED, 0L),
                0,
                statuses.getOrDefault(OrderStatus.REFUNDED, 0L),
                used,
                0,
                0);
        assertEquals(all, proof.orders());
        assertEquals(orders().size(), all.cancelled() + all.refunded() + all.used());
        assertEquals(PRICE * used, proof.money().used());
        assertEquals(gateway.balance(), proof.money().in() - proof.money().out());
    }

    private Set<OrderStatus> live() {
        return Set.of(OrderStatus.UNPAID, OrderStatus.PAID, OrderStatus.USED);
    }

    void assertAllAddsUp() {
        assertEquals(List.of(), await(ledger.pending(Shard.FIRST, 0, 10)), "pending releases");
        assertEquals(List.of(), ledger.rejectionsOf(sale), "accepted, and rejected afterwards");
        Map<UserId, OrderId> live = orders().stream()
                .filter(order -> live().contains(order.status()))
                .collect(Collectors.toMap(Order::user, Order::id));
        Set<UserId> all =
                LongStream.rangeClosed(1, BUYERS).mapToObj(UserId::new).collect(Collectors.toSet());
        assertEquals(live, await(ledger.claims(sale, all)), "one live order for a claim");
        long stock = await(ledger.find(sale)).orElseThrow().stock();
        assertEquals(units, stock + live.size(), "issued = available + live");
        assertEquals(Optional.of(stock), await(queue.available(Shard.FIRST, sale)), "units in the queue");
        live.forEach((buyer, order) ->
                assertEquals(Optional.of(order), await(queue.findOrder(epoch(), sale, buyer)), "reserved"));
        long paid = orders().stream()
                .filter(order -> order.status() == OrderStatus.PAID || order.status() == OrderStatus.USED)
                .count();
        assertEquals(PRICE * paid, gateway.balance(), "captured less refunded is what was sold");
        assertEquals(List.of(), await(life.undecided(Duration.ZERO, 10)), "money without an outcome");
        assertEquals(List.of(), await(life.pendingRefunds(0, 10)));
    }
}
