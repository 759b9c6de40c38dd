package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.HeldCalls;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.simulation.Changed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Random histories of orders and money on two nodes. Their calls interleave step by step; late copies of releases arrive. In
 * some histories any call may fail before or after it did its work, which ends its caller as a crash would; in some the queue
 * is emptied or set back, and another epoch begins, in the middle of it all. In the end, units and money add up.
 */
final class MoneyAndUnitsTest {
    private static final int UNITS = 3;
    private static final int BUYERS = 5;
    private static final List<String> PAYERS = List.of("", "", "", "refuse", "delay", "hang");

    @Test
    void unitsAndMoneyAddUpAfterRandomHistories() {
        Map<OrderStatus, Integer> ends = new HashMap<>();
        int revived = 0;
        int repaired = 0;
        int histories = Suite.pick(200, 10_000);
        for (int seed = 0; seed < histories; seed++) {
            History history = new History(new Random(seed), seed % 2 == 1, seed % 4 >= 2, seed % 12 >= 8);
            try {
                history.run();
                repaired += history.repair().released();
                history.finishCallOff();
                history.world.assertAllAddsUp();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            history.world.orders().forEach(order -> ends.merge(order.status(), 1, Integer::sum));
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
        assertTrue(revived > histories / 100, "orders were revived: " + revived);
        assertTrue(repaired > histories / 200, "the audit released units: " + repaired);
    }

    /** One world and what happens in it. */
    private static final class History {
        private static final int FAILING_PERCENT = 5;

        private final Random random;
        private final boolean isFailing;
        private final boolean losesQueue;
        private final boolean callsOff;
        private final HeldCalls held = new HeldCalls();
        private final List<PaymentId> payments = new ArrayList<>();
        private final List<Released> released = new ArrayList<>();
        private final OrderWorld world;
        private final List<OrderWorld.Node> nodes;
        private boolean isWell;

        private record Released(Epoch epoch, Purchase purchase) {}

        History(Random random, boolean isFailing, boolean losesQueue, boolean callsOff) {
            this.random = random;
            this.isFailing = isFailing;
            this.losesQueue = losesQueue;
            this.callsOff = callsOff;
            this.world = new OrderWorld(UNITS, new OrderWorld.Ports() {
                @Override
                public <T> T over(Class<T> port, T server) {
                    return held.over(port, faulty(port, server));
                }
            });
            this.nodes = List.of(world.new Node(), world.new Node());
        }

        private <T> T faulty(Class<T> port, T inner) {
            return Changed.calls(port, (_, method, arguments) -> {
                boolean fails = isFailing
                        && !isWell
                        && CompletionStage.class.equals(method.getReturnType())
                        && random.nextInt(100) < FAILING_PERCENT;
                if (fails && random.nextBoolean()) {
                    return CompletableFuture.failedStage(new Unavailable("nothing was done"));
                }
                Object answer = Changed.invoke(inner, method, arguments);
                if (method.getName().equals("release") && arguments[0] instanceof Epoch epoch) {
                    released.add(new Released(epoch, (Purchase) arguments[1]));
                }
                return fails ? CompletableFuture.failedStage(new TimedOut("the reply was lost")) : answer;
            });
        }

        void run() {
            for (int step = 0; step < 60; step++) {
                world.clock.advance(Duration.ofSeconds(random.nextInt(100)));
                step();
                if (callsOff && step > 30) {
                    attempt(this::callOff);
                }
                letGo(random.nextInt(15));
            }
            isWell = true;
            letGo(Integer.MAX_VALUE);
            held.holdNoMore();
            world.recover();
            for (int round = 0; round < 3; round++) {
                world.settle();
                world.clock.advance(Duration.ofMinutes(1));
                await(node().release.release(Shard.FIRST));
                await(node().finishPayments());
            }
            lateReleases();
        }

        private CompletionStage<Void> callOff() {
            OrderWorld.Node node = node();
            return node.callOff.callOff(world.sale, OrderWorld.STAFF).thenCompose(_ -> node.callOff.iterate());
        }

        /** A reservation that a node left is known once the audit was here, and a payment under way decided by the gateway. */
        void finishCallOff() {
            if (!callsOff) {
                return;
            }
            payments.forEach(this::decide);
            for (int round = 0; round < 10; round++) {
                await(callOff());
                await(node().finishPayments());
            }
            world.assertCalledOff();
        }

        /** What the audit had to do: nothing without faults. */
        Repair repair() {
            Repair repair = world.audit();
            if (!isFailing && !losesQueue) {
                assertEquals(new Repair(0, 0), repair);
            }
            return repair;
        }

        private void letGo(int most) {
            for (int i = 0; i < most && held.waiting() > 0; i++) {
                held.letGo(random.nextInt(held.waiting()));
            }
        }

        private OrderWorld.Node node() {
            return nodes.get(random.nextInt(nodes.size()));
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> {
                    var _ = world.buy(1 + random.nextInt(BUYERS));
                }
                case 3, 4, 5 -> forAnOrder(this::pay);
                case 6 -> forAnOrder(order -> attempt(() -> node().cancel(order)));
                case 7 -> attempt(() -> node().expire());
                case 8 ->
                    forAnOrder(order -> attempt(() -> switch (random.nextInt(5)) {
                        case 0, 1 -> node().redeem(order);
                        case 2 -> node().unredeem(order);
                        default -> node().refund(order);
                    }));
                case 9 -> notifications();
                case 10 -> {
                    attempt(() -> node().finishPayments());
                    attempt(() -> node().release.release(Shard.FIRST));
                }
                default -> {
                    lateReleases();
                    if (losesQueue && random.nextBoolean()) {
                        loseOrSetBack();
                    }
                }
            }
        }

        /** A queue that is set back lost what was done since the copy. */
        private void loseOrSetBack() {
            if (random.nextBoolean()) {
                world.loseQueue();
                return;
            }
            Runnable setBack = world.queue.copyOf(Shard.FIRST);
            for (int i = random.nextInt(3); i > 0; i--) {
                attempt(() -> node().finishPayments());
                forAnOrder(order -> attempt(() -> node().refund(order)));
                letGo(20);
            }
            setBack.run();
            world.recover();
        }

        private static void attempt(Supplier<CompletionStage<?>> work) {
            var _ = work.get().exceptionally(_ -> null);
        }

        private void forAnOrder(Consumer<Order> work) {
            List<Order> all = world.orders();
            if (!all.isEmpty()) {
                work.accept(all.get(random.nextInt(all.size())));
            }
        }

        private void pay(Order order) {
            PaymentId id = new PaymentId(world.nextId());
            payments.add(id);
            String payer = PAYERS.get(random.nextInt(PAYERS.size()));
            attempt(() -> node().pay.pay(id, order.user(), order.id(), 1 + random.nextInt(3), payer));
        }

        /** What is pending at the gateway is decided, and reported in any order, more than once. */
        private void notifications() {
            for (int i = 0; i < 3 && !payments.isEmpty(); i++) {
                PaymentId id = payments.get(random.nextInt(payments.size()));
                decide(id);
                if (await(world.gateway.resolve(id)) instanceof ChargeOutcome.Captured(long amount)) {
                    byte[] body = (random.nextInt() + " " + id.value() + " " + amount).getBytes(StandardCharsets.UTF_8);
                    OrderWorld.Node node = node();
                    attempt(() -> new ReceiveNotification(node.notifications, node.bank, node.outcomes)
                            .receive(body, "signed"));
                }
            }
        }

        private void decide(PaymentId id) {
            if (await(world.gateway.resolve(id)) instanceof ChargeOutcome.Pending) {
                world.gateway.decide(id, OrderWorld.PRICE);
            }
        }

        private void lateReleases() {
            List.copyOf(released).forEach(one -> attempt(() -> world.queue.release(one.epoch(), one.purchase())));
        }

        int revived() {
            return (int) world.orders().stream()
                    .filter(order -> world.life.eventsOf(order.id()).contains("REVIVED"))
                    .count();
        }
    }

    private static PaymentId pending(OrderWorld world, Order order) {
        PaymentId id = new PaymentId(world.nextId());
        assertInstanceOf(PaymentLedger.Begun.Started.class, await(world.life.begin(id, order.id(), order.user(), 1)));
        return id;
    }

    @Test
    void theBuyerLearnsThatLateMoneyReturns() {
        OrderWorld world = new OrderWorld(1, new OrderWorld.Ports() {
            @Override
            public <T> T over(Class<T> port, T server) {
                return server;
            }
        });
        OrderWorld.Node node = world.new Node();
        Order order = world.buy(1).orElseThrow();
        PaymentId id = pending(world, order);
        world.clock.advance(OrderWorld.PAY_WITHIN);
        var _ = await(node.expire());
        assertEquals(OrderStatus.UNPAID, world.buy(2).orElseThrow().status());
        assertEquals(
                PaymentLedger.Recorded.LATE,
                await(node.outcomes.record(id, new ChargeOutcome.Captured(OrderWorld.PRICE))));

        await(node.latePayments.decideAll());
        await(node.latePayments.decideAll());

        assertEquals(List.of(order.id()), world.changed);
    }
}
