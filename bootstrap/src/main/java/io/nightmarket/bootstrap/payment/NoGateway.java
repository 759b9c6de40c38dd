package io.nightmarket.bootstrap.payment;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.payment.ChargeOutcome;
import io.nightmarket.domain.payment.Payment;
import io.nightmarket.domain.payment.PaymentGateway;
import io.nightmarket.domain.payment.PaymentId;
import io.nightmarket.domain.payment.PaymentNotification;
import io.nightmarket.domain.payment.Refund;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Refuses every payment: none is set up. */
public final class NoGateway implements PaymentGateway {
    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        return CompletableFuture.completedStage(new ChargeOutcome.Refused());
    }

    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return CompletableFuture.completedStage(new ChargeOutcome.Refused());
    }

    /** Money that another gateway captured waits until there is one. */
    @Override
    public CompletionStage<Void> refund(Refund refund) {
        return CompletableFuture.failedStage(new Unavailable("no payment gateway is set up"));
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signature) {
        return Optional.empty();
    }
}
