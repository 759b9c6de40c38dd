package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A gateway whose calls end in time, whatever it does, and fail as {@code DomainFailure}: what it throws is {@code TimedOut}. */
public final class TimedGateway implements PaymentGateway {
    private final PaymentGateway gateway;
    private final Duration timeout;
    private final Timers timers;

    public TimedGateway(PaymentGateway gateway, Duration timeout, Timers timers) {
        this.gateway = gateway;
        this.timeout = timeout;
        this.timers = timers;
    }

    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        return inTime(() -> gateway.charge(payment, payer));
    }

    @Override
    public boolean isSetUp() {
        return gateway.isSetUp();
    }

    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return inTime(() -> gateway.resolve(payment));
    }

    @Override
    public CompletionStage<Void> refund(Refund refund) {
        return inTime(() -> gateway.refund(refund));
    }

    private <T> CompletionStage<T> inTime(Supplier<CompletionStage<T>> call) {
        return Deadlines.within(
                Calls.start(call).exceptionallyCompose(failure -> CompletableFuture.failedStage(classified(failure))),
                timeout,
                timers,
                () -> new TimedOut("the payment gateway did not answer within " + timeout));
    }

    /** What a provider's client fails with says nothing of the money. */
    private static DomainFailure classified(Throwable failure) {
        return DomainFailure.causeOf(failure) instanceof DomainFailure known
                ? known
                : new TimedOut("the payment gateway failed: " + DomainFailure.causeOf(failure), failure);
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signature) {
        return gateway.verify(body, signature);
    }
}
