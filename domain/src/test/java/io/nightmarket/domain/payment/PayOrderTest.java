package io.nightmarket.domain.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Attempts that are repeated, and money that comes late. */
final class PayOrderTest {
    private static PaymentId pending(OrderWorld world, Order order) {
        PaymentId id = new PaymentId(world.nextId());
        assertInstanceOf(PaymentLedger.Begun.Started.class, await(world.life.begin(id, order.id(), order.user(), 1)));
        return id;
    }

    /** What another gateway may have captured stays pending, and nothing begins. */
    @Test
    void withoutAGatewayNothingIsWritten() {
        OrderWorld world = new OrderWorld(1, new OrderWorld.Ports() {
            @Override
            public <T> T over(Class<T> port, T server) {
                return port.equals(PaymentGateway.class)
                        ? Changed.calls(
                                port,
                                (_, method, _) -> method.getName().equals("isSetUp")
                                        ? false
                                        : CompletableFuture.failedStage(new Unavailable("no gateway is set up")))
                        : server;
            }
        });
        OrderWorld.Node node = world.new Node();
        Order order = world.buy(1).orElseThrow();
        PaymentId earlier = pending(world, order);

        for (PaymentId id : List.of(earlier, new PaymentId(world.nextId()))) {
            assertEquals(new PayOrder.Outcome.Off(), await(node.pay.pay(id, order.user(), order.id(), 1, "")));
        }

        assertEquals(
                List.of(earlier),
                await(world.life.unresolved(Duration.ZERO, 0, 10)).stream()
                        .map(Payment::id)
                        .toList());
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

        await(node.revive.reviveAll());
        await(node.revive.reviveAll());

        assertEquals(List.of(order.id()), world.changed);
    }
}
