package io.nightmarket.domain.payment;

import io.nightmarket.domain.concurrent.OneByOne;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finishes what payments leave open: asks the gateway about pending ones, and returns money that is to be refunded. */
public final class SettlePayments {
    private static final int MAX_BATCH = 100;

    private final PaymentLedger ledger;
    private final PaymentGateway gateway;
    private final Duration patience;

    /** @param patience how long a payment is pending before the gateway is asked */
    public SettlePayments(PaymentLedger ledger, PaymentGateway gateway, Duration patience) {
        this.ledger = ledger;
        this.gateway = gateway;
        this.patience = patience;
    }

    /** One iteration. A payment that fails holds up no other; the first failure is this call's once all were tried. */
    public CompletionStage<Void> iterate() {
        return ledger.unresolved(patience, MAX_BATCH)
                .thenCompose(pending -> OneByOne.tryAll(pending, this::resolve))
                .thenCompose(failure -> ledger.pendingRefunds(MAX_BATCH)
                        .thenCompose(refunds -> OneByOne.tryAll(refunds, this::refund))
                        .thenCompose(later -> OneByOne.failIfAny(failure.or(() -> later))));
    }

    private CompletionStage<?> resolve(Payment payment) {
        return gateway.resolve(payment.id()).thenCompose(outcome -> switch (outcome) {
            case ChargeOutcome.Pending _ -> CompletableFuture.completedStage(PaymentLedger.Recorded.UNKNOWN);
            case ChargeOutcome.Captured(var amount) ->
                ledger.capture(payment.id(), amount).thenApply(PaymentLedger.Capture::recorded);
            case ChargeOutcome.Refused _ -> ledger.refuse(payment.id());
        });
    }

    private CompletionStage<?> refund(Refund refund) {
        return gateway.refund(refund).thenCompose(_ -> ledger.completeRefund(refund));
    }
}
