package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** No gateway is set up: no payment begins, and nothing is known of those of an earlier gateway. */
public final class NoGateway implements PaymentGateway {
    @Override
    public boolean isSetUp() {
        return false;
    }

    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        return unavailable();
    }

    /** A payment that another gateway took may hold money; it is pending until that one is back. */
    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return unavailable();
    }

    /** Money that another gateway captured waits until there is one. */
    @Override
    public CompletionStage<Void> refund(Refund refund) {
        return unavailable();
    }

    private static <T> CompletionStage<T> unavailable() {
        return CompletableFuture.failedStage(new Unavailable("no payment gateway is set up"));
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signature) {
        return Optional.empty();
    }
}
