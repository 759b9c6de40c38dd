package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Writes down what the gateway answered or reported of a payment; what a capture does to the order, {@link CaptureDecision} decides.
 * Repeating it is harmless.
 */
public final class RecordOutcome {
    private final PaymentLedger ledger;
    private final OrderChanges changes;
    private final AmountAlarm alarm;

    /** Is called when the gateway reports another amount of a payment than before: one of them is lost or made up. */
    @FunctionalInterface
    public interface AmountAlarm {
        void differs(PaymentId payment, long recorded, long reported);
    }

    public RecordOutcome(PaymentLedger ledger, OrderChanges changes, AmountAlarm alarm) {
        this.ledger = ledger;
        this.changes = changes;
        this.alarm = alarm;
    }

    /** Answers what is recorded of the payment. */
    public CompletionStage<Recorded> record(PaymentId id, ChargeOutcome outcome) {
        return switch (outcome) {
            case ChargeOutcome.Pending _ -> CompletableFuture.completedStage(Recorded.PENDING);
            case ChargeOutcome.Captured(var amount) ->
                ledger.capture(id, amount).thenCompose(capture -> {
                    capture.earlier().stream()
                            .filter(earlier -> earlier != amount)
                            .forEach(earlier -> alarm.differs(id, earlier, amount));
                    return changes.changed(capture.changed().stream().toList()).thenApply(_ -> capture.recorded());
                });
            case ChargeOutcome.Refused _ -> ledger.refuse(id);
        };
    }
}
