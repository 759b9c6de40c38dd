package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A sale that is called off comes to its end whichever step fails, and whatever is settled, paid or late meanwhile. */
final class CalledOffSaleTest {
    private static final int UNITS = 12;
    private static final int ROUND_OF_SETTLEMENT = 4;
    private static final int ROUNDS = 15;

    /** Fails one of all calls to the servers, before or after its effect. */
    private static final class OneFault implements OrderWorld.Ports {
        private final int failing;
        private final boolean afterEffect;
        private boolean isArmed;
        private int calls;

        OneFault(int failing, boolean afterEffect) {
            this.failing = failing;
            this.afterEffect = afterEffect;
        }

        @Override
        public <T> T over(Class<T> port, T server) {
            return Changed.calls(port, (_, method, arguments) -> {
                boolean fails = isArmed && CompletionStage.class.equals(method.getReturnType()) && ++calls == failing;
                if (fails && !afterEffect) {
                    return CompletableFuture.failedStage(new TimedOut("before its effect"));
                }
                Object answer = Changed.invoke(server, method, arguments);
                return fails ? CompletableFuture.failedStage(new TimedOut("after its effect")) : answer;
            });
        }

        boolean struck() {
            return calls >= failing;
        }
    }

    @Test
    void itEndsWhicheverStepFails() {
        boolean struck = true;
        int step = 0;
        while (struck) {
            step++;
            for (boolean afterEffect : List.of(true, false)) {
                OneFault fault = new OneFault(step, afterEffect);
                try {
                    callOff(fault);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("step " + step + ", after its effect: " + afterEffect, e);
                }
                struck = fault.struck();
            }
        }
        assertTrue(step > 30, "steps: " + step);
    }

    /** Five orders are unpaid, three paid, one used, one expired before its money came, and one waits for settlement. */
    private static void callOff(OneFault fault) {
        OrderWorld world = new OrderWorld(UNITS, fault);
        OrderWorld.Node node = world.new Node();
        for (int buyer = 1; buyer <= 5; buyer++) {
            assertEquals(OrderStatus.UNPAID, world.buy(buyer).orElseThrow().status());
        }
        List<Order> paid =
                List.of(paid(world, node, 6), paid(world, node, 7), paid(world, node, 8), paid(world, node, 9));
        var _ = await(node.redeem(paid.getFirst()));
        PaymentId late = late(world, node);
        Purchase queued = new Purchase(new OrderId(world.nextId()), world.sale, new UserId(11));
        assertEquals(new Admission.Accepted(queued.order()), admit(world, queued));
        fault.isArmed = true;

        for (int round = 0; round < ROUNDS; round++) {
            attempt(node.callOff.callOff(world.sale, OrderWorld.STAFF));
            attempt(node.callOff.iterate());
            if (round == ROUND_OF_SETTLEMENT) {
                assertEquals(Optional.empty(), proof(world).done(), "one waits");
                world.settle();
            }
            if (round > 0) {
                attempt(node.outcomes.record(late, new ChargeOutcome.Captured(OrderWorld.PRICE)));
            }
            attempt(node.finishPayments());
            attempt(node.release.release(Shard.FIRST));
        }

        Purchase tooLate = new Purchase(new OrderId(world.nextId()), world.sale, new UserId(12));
        assertEquals(new Admission.CalledOff(), admit(world, tooLate));
        world.assertAllAddsUp();
        world.assertCalledOff();
        assertEquals(new CallOff.Orders(0, 7, 0, 3, 1, 0, 0), proof(world).orders());
        assertEquals(
                new CallOff.Money(5 * OrderWorld.PRICE, 4 * OrderWorld.PRICE, OrderWorld.PRICE, 0),
                proof(world).money());
        assertEquals(List.of(), await(world.callOffs.unfinished(10)));
    }

    private static CallOff proof(OrderWorld world) {
        return await(world.callOffs.find(world.sale)).orElseThrow();
    }

    private static Admission admit(OrderWorld world, Purchase purchase) {
        return await(world.queue.admit(world.epoch(), world.sale, List.of(new AdmissionRequest(purchase, ""))))
                .getFirst();
    }

    private static Order paid(OrderWorld world, OrderWorld.Node node, long buyer) {
        Order order = world.buy(buyer).orElseThrow();
        var _ = await(node.pay.pay(new PaymentId(world.nextId()), order.user(), order.id(), 1, ""));
        return order;
    }

    /** Begun before the order expired; its money comes when the sale is called off. */
    private static PaymentId late(OrderWorld world, OrderWorld.Node node) {
        Order order = world.buy(10).orElseThrow();
        PaymentId payment = new PaymentId(world.nextId());
        var _ = await(node.pay.pay(payment, order.user(), order.id(), 1, "delay"));
        world.life.payUntil(order.id(), world.clock.instant().minus(Duration.ofSeconds(1)));
        var _ = await(node.expire());
        world.gateway.decide(payment, OrderWorld.PRICE);
        return payment;
    }

    private static void attempt(CompletionStage<?> work) {
        var _ = await(work.handle((_, _) -> ""));
    }
}
