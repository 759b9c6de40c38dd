package io.nightmarket.domain.payment;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A gateway reports what became of a payment. */
public final class ReceiveNotification {
    private final PaymentLedger ledger;
    private final PaymentGateway gateway;

    public ReceiveNotification(PaymentLedger ledger, PaymentGateway gateway) {
        this.ledger = ledger;
        this.gateway = gateway;
    }

    public enum Outcome {
        RECORDED,
        /** The signature is wrong, or too old. */
        FORGED,
        /** The same notification came before. */
        REPLAYED,
        NO_SUCH_PAYMENT
    }

    /** Records the outcome. Several notifications of one payment end as one does. */
    public CompletionStage<Outcome> receive(byte[] body, String signature) {
        Optional<PaymentNotification> verified = gateway.verify(body, signature);
        return verified.map(this::receive).orElseGet(() -> CompletableFuture.completedStage(Outcome.FORGED));
    }

    /** Recorded first, then noted as seen: one that comes again after a crash is recorded again, which changes nothing. */
    private CompletionStage<Outcome> receive(PaymentNotification notification) {
        return record(notification)
                .thenCompose(recorded -> recorded == PaymentLedger.Recorded.UNKNOWN
                        ? CompletableFuture.completedStage(Outcome.NO_SUCH_PAYMENT)
                        : ledger.firstSeen(notification.id())
                                .thenApply(first -> first ? Outcome.RECORDED : Outcome.REPLAYED));
    }

    private CompletionStage<PaymentLedger.Recorded> record(PaymentNotification notification) {
        return switch (notification.outcome()) {
            case ChargeOutcome.Captured(var amount) ->
                ledger.capture(notification.payment(), amount).thenApply(PaymentLedger.Capture::recorded);
            case ChargeOutcome.Refused _ -> ledger.refuse(notification.payment());
            case ChargeOutcome.Pending _ -> CompletableFuture.completedStage(PaymentLedger.Recorded.UNKNOWN);
        };
    }
}
