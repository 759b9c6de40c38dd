package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts that are repeated, and money that comes late. */
final class PayOrderTest {
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
