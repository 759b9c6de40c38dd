package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.TimedGateway;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NoGatewayTest {
    private static final PaymentId ID = new PaymentId(17);
    private static final OrderId ORDER = new OrderId(5);

    private final NoGateway gateway = new NoGateway();

    @Test
    void nothingBegins() {
        assertFalse(new TimedGateway(gateway, Duration.ofSeconds(3), new ManualTimers()).isSetUp());
        assertEquals(Optional.empty(), gateway.verify(new byte[0], ""));
    }

    @Test
    void moneyThatAnotherGatewayMayHoldWaitsForIt() {
        Payment payment = new Payment(ID, ORDER, 1, 4500, Payment.Status.PENDING);
        PaymentGateway timed = new TimedGateway(gateway, Duration.ofSeconds(3), new ManualTimers());
        var _ = failureOf(Unavailable.class, timed.charge(payment, ""));
        var _ = failureOf(Unavailable.class, gateway.resolve(ID));
        var _ = failureOf(Unavailable.class, gateway.refund(new Refund(ID, ORDER, 4500, Refund.Reason.LATE)));
    }
}
