package io.nightmarket.domain.order.payment;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A gateway reports what became of a payment. */
public final class ReceiveNotification {
    private final PaymentNotifications notifications;
    private final PaymentGateway gateway;
    private final RecordOutcome outcomes;

    public ReceiveNotification(PaymentNotifications notifications, PaymentGateway gateway, RecordOutcome outcomes) {
        this.notifications = notifications;
        this.gateway = gateway;
        this.outcomes = outcomes;
    }

    public enum Outcome {
        RECORDED,
        /** The signature is wrong, or too old. */
        FORGED,
        /** This notification came before. */
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
        return outcomes.record(notification.payment(), notification.outcome())
                .thenCompose(recorded -> recorded == PaymentLedger.Recorded.UNKNOWN
                        ? CompletableFuture.completedStage(Outcome.NO_SUCH_PAYMENT)
                        : notifications
                                .firstSeen(notification.id())
                                .thenApply(first -> first ? Outcome.RECORDED : Outcome.REPLAYED));
    }
}
