package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.SandboxCharges;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes play money. The payer's name says how: {@code refuse}; {@code delay}, captured and notified after two seconds;
 * {@code duplicate}, notified twice; {@code hang}, captured without an answer; any other is captured at once.
 */
public final class SandboxGateway implements PaymentGateway {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxGateway.class);
    private static final Duration DELAY = Duration.ofSeconds(2);

    private final SandboxCharges charges;
    private final NotificationSignature signature;
    private final Timers timers;
    private final BiFunction<byte[], String, ? extends CompletionStage<?>> receiver;

    /** @param receiver takes notifications of this gateway, with their signatures */
    public SandboxGateway(
            SandboxCharges charges,
            NotificationSignature signature,
            Timers timers,
            Function<PaymentGateway, BiFunction<byte[], String, ? extends CompletionStage<?>>> receiver) {
        this.charges = charges;
        this.signature = signature;
        this.timers = timers;
        this.receiver = receiver.apply(this);
    }

    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        ChargeOutcome captured = new ChargeOutcome.Captured(payment.amount());
        return switch (payer) {
            case "refuse" -> charge(payment, new ChargeOutcome.Refused());
            case "delay" ->
                charge(payment, new ChargeOutcome.Pending()).thenApply(outcome -> {
                    decideLater(payment.id());
                    return outcome;
                });
            case "duplicate" ->
                charge(payment, captured).thenApply(outcome -> {
                    report(payment.id(), outcome, "1");
                    report(payment.id(), outcome, "2");
                    return outcome;
                });
            case "hang" -> charge(payment, captured).thenCompose(_ -> new CompletableFuture<>());
            default -> charge(payment, captured);
        };
    }

    private CompletionStage<ChargeOutcome> charge(Payment payment, ChargeOutcome outcome) {
        return charges.charge(payment, outcome);
    }

    private void decideLater(PaymentId payment) {
        var _ = timers.after(DELAY, () -> {
            var _ = charges.decide(payment, true).whenComplete((outcome, failure) -> {
                if (failure == null) {
                    report(payment, outcome, "1");
                } else {
                    LOG.warn("Sandbox payment {} stays pending", payment.value(), failure);
                }
            });
        });
    }

    /** As a provider's request would: signed, and by the use case that takes those. */
    private void report(PaymentId payment, ChargeOutcome outcome, String number) {
        boolean captured = outcome instanceof ChargeOutcome.Captured;
        byte[] body = new JsonObject()
                .put("id", payment.value() + "-" + number)
                .put("payment", Long.toString(payment.value()))
                .put("outcome", captured ? "CAPTURED" : "REFUSED")
                .put("amount", outcome instanceof ChargeOutcome.Captured(long amount) ? amount : 0)
                .encode()
                .getBytes(StandardCharsets.UTF_8);
        var _ = receiver.apply(body, signature.sign(body)).whenComplete((_, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "A notification was not taken: {}",
                        DomainFailure.causeOf(failure).toString());
            }
        });
    }

    /** A delayed one is captured at the latest now: the node that was to decide it may have stopped. */
    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return charges.resolve(payment)
                .thenCompose(outcome -> outcome instanceof ChargeOutcome.Pending
                        ? charges.decide(payment, true)
                        : CompletableFuture.completedStage(outcome));
    }

    @Override
    public CompletionStage<Void> refund(Refund refund) {
        return charges.refund(refund);
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signed) {
        return signature.matches(body, signed) ? PaymentMessages.notification(body) : Optional.empty();
    }
}
