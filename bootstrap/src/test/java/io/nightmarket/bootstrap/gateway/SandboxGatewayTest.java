package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.SandboxCharges;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class SandboxGatewayTest {
    private static final Duration DELAY = Duration.ofSeconds(2);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Payment PAYMENT =
            new Payment(new PaymentId(17), new OrderId(5), 1, 4500, Payment.Status.PENDING);
    private static final ChargeOutcome CAPTURED = new ChargeOutcome.Captured(4500);
    private static final ChargeOutcome REFUSED = new ChargeOutcome.Refused();
    private static final ChargeOutcome PENDING = new ChargeOutcome.Pending();

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final ManualTimers timers = new ManualTimers();
    private final Charges charges = new Charges();
    private final NotificationSignature signature =
            new NotificationSignature(clock, "0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    private final List<PaymentNotification> notified = new ArrayList<>();
    private Optional<RuntimeException> receiverFails = Optional.empty();
    private final SandboxGateway gateway = new SandboxGateway(charges, signature, timers, sandbox -> (body, signed) -> {
        notified.add(sandbox.verify(body, signed).orElseThrow());
        return receiverFails
                .<CompletionStage<Void>>map(CompletableFuture::failedStage)
                .orElseGet(() -> CompletableFuture.completedStage(null));
    });

    /** In a map; the first word on a payment stands. */
    private static final class Charges implements SandboxCharges {
        final Map<PaymentId, ChargeOutcome> outcomes = new HashMap<>();
        final List<Refund> refunds = new ArrayList<>();
        boolean isAway;

        @Override
        public CompletionStage<ChargeOutcome> charge(Payment payment, ChargeOutcome outcome) {
            var _ = outcomes.putIfAbsent(payment.id(), outcome);
            return found(payment.id());
        }

        @Override
        public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
            var _ = outcomes.putIfAbsent(payment, REFUSED);
            return found(payment);
        }

        @Override
        public CompletionStage<ChargeOutcome> decide(PaymentId payment, boolean captured) {
            if (isAway) {
                return CompletableFuture.failedStage(new Unavailable("away"));
            }
            var _ = outcomes.replace(payment, PENDING, captured ? CAPTURED : REFUSED);
            return found(payment);
        }

        @Override
        public CompletionStage<Void> refund(Refund refund) {
            refunds.add(refund);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Integer> prune(Duration age) {
            throw new UnsupportedOperationException("a gateway deletes nothing");
        }

        private CompletionStage<ChargeOutcome> found(PaymentId payment) {
            return CompletableFuture.completedStage(Objects.requireNonNull(outcomes.get(payment)));
        }
    }

    private ChargeOutcome charge(String payer) {
        return await(gateway.charge(PAYMENT, payer));
    }

    private List<ChargeOutcome> outcomesNotified() {
        return notified.stream().map(PaymentNotification::outcome).toList();
    }

    @Test
    void mostPayersPayAtOnceAndOncePerPayment() {
        assertEquals(CAPTURED, charge(""));
        assertEquals(CAPTURED, charge("refuse"));
        assertEquals(CAPTURED, await(gateway.resolve(PAYMENT.id())));
        assertEquals(List.of(), notified);
        assertEquals(0, timers.waiting());
    }

    @Test
    void aPayerIsRefused() {
        assertEquals(REFUSED, charge("refuse"));
        assertEquals(REFUSED, charge("again"));
    }

    @Test
    void aDelayedPaymentIsCapturedAndNotifiedLater() {
        assertEquals(PENDING, charge("delay"));
        timers.advance(DELAY.minus(MOMENT));
        assertEquals(PENDING, charges.outcomes.get(PAYMENT.id()));
        assertEquals(List.of(), notified);

        timers.advance(MOMENT);

        assertEquals(CAPTURED, await(gateway.resolve(PAYMENT.id())));
        assertEquals(List.of(new PaymentNotification("17-1", PAYMENT.id(), CAPTURED)), notified);
    }

    @Test
    void aDelayedPaymentWhoseTimePassedUnseenIsCapturedWhenAskedFor() {
        assertEquals(PENDING, charge("delay"));
        charges.isAway = true;
        timers.advance(DELAY);
        assertEquals(List.of(), notified);
        assertEquals(PENDING, charges.outcomes.get(PAYMENT.id()));

        charges.isAway = false;

        assertEquals(CAPTURED, await(gateway.resolve(PAYMENT.id())));
        assertEquals(CAPTURED, charges.outcomes.get(PAYMENT.id()));
    }

    @Test
    void aDuplicateIsNotifiedTwiceUnderTwoNames() {
        assertEquals(CAPTURED, charge("duplicate"));
        assertEquals(List.of(CAPTURED, CAPTURED), outcomesNotified());
        assertNotEquals(notified.getFirst().id(), notified.getLast().id());
        assertEquals(PAYMENT.id(), notified.getLast().payment());
    }

    @Test
    void aReceiverThatFailsChangesNothing() {
        receiverFails = Optional.of(new Unavailable("away"));
        assertEquals(CAPTURED, charge("duplicate"));
        assertEquals(2, notified.size());
    }

    @Test
    void aHangingPaymentIsCapturedWithoutAnAnswer() {
        CompletableFuture<ChargeOutcome> charge =
                gateway.charge(PAYMENT, "hang").toCompletableFuture();
        assertFalse(charge.isDone());
        assertEquals(CAPTURED, await(gateway.resolve(PAYMENT.id())));
        assertEquals(0, timers.waiting());
    }

    @Test
    void aPaymentThatIsUnknownWhenAskedForIsRefusedFromThenOn() {
        assertEquals(REFUSED, await(gateway.resolve(PAYMENT.id())));
        assertEquals(REFUSED, charge(""));
    }

    @Test
    void refundsArePassedOn() {
        Refund refund = new Refund(PAYMENT.id(), PAYMENT.order(), 4500, Refund.Reason.REQUESTED);
        await(gateway.refund(refund));
        assertEquals(List.of(refund), charges.refunds);
    }

    @Test
    void aNotificationIsReadWhenItsSignatureIsRightAndFresh() {
        String body = "{\"id\":\"n-1\",\"payment\":\"17\",\"outcome\":\"REFUSED\",\"amount\":0}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String signed = signature.sign(bytes);
        assertEquals(Optional.of(new PaymentNotification("n-1", PAYMENT.id(), REFUSED)), gateway.verify(bytes, signed));

        byte[] changed = body.replace("REFUSED", "CAPTURED").getBytes(StandardCharsets.UTF_8);
        assertEquals(Optional.empty(), gateway.verify(changed, signed));
        assertEquals(Optional.empty(), gateway.verify(bytes, ""));
        clock.advance(Duration.ofMinutes(6));
        assertEquals(Optional.empty(), gateway.verify(bytes, signed));
    }

    @Test
    void whatIsSignedButCannotBeReadIsNoNotification() {
        for (String body : List.of(
                "",
                "no JSON",
                "[1]",
                "{}",
                "{\"id\":\"n\",\"payment\":\"0\",\"outcome\":\"REFUSED\"}",
                "{\"id\":\"n\",\"payment\":\"12345678901234567890\",\"outcome\":\"REFUSED\"}",
                "{\"id\":\"n\",\"payment\":\"x\",\"outcome\":\"REFUSED\"}",
                "{\"id\":\"n\",\"payment\":\"17\",\"outcome\":\"CAPTURED\"}",
                "{\"id\":\"n\",\"payment\":\"17\",\"outcome\":\"CAPTURED\",\"amount\":null}",
                "{\"id\":\"n\",\"payment\":\"17\",\"outcome\":\"CAPTURED\",\"amount\":\"4500\"}",
                "{\"id\":\"n\",\"payment\":\"17\",\"outcome\":\"CAPTURED\",\"amount\":-1}",
                "{\"payment\":\"17\",\"outcome\":\"REFUSED\"}",
                "{\"id\":null,\"payment\":\"17\",\"outcome\":\"REFUSED\"}",
                "{\"id\":\"" + "n".repeat(65) + "\",\"payment\":\"17\",\"outcome\":\"REFUSED\"}")) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            assertEquals(Optional.empty(), gateway.verify(bytes, signature.sign(bytes)), body);
        }
    }
}
