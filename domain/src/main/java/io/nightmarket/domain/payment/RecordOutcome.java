package io.nightmarket.domain.payment;

import io.nightmarket.domain.lifecycle.OrderChanges;
import io.nightmarket.domain.payment.PaymentLedger.Recorded;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Writes down what the gateway answered or reported of a payment. Repeating it is harmless. */
public final class RecordOutcome {
    private final PaymentLedger ledger;
    private final OrderChanges changes;

    public RecordOutcome(PaymentLedger ledger, OrderChanges changes) {
        this.ledger = ledger;
        this.changes = changes;
    }

    /** Answers what is recorded of the payment. */
    public CompletionStage<Recorded> record(PaymentId id, ChargeOutcome outcome) {
        return switch (outcome) {
            case ChargeOutcome.Pending _ -> CompletableFuture.completedStage(Recorded.PENDING);
            case ChargeOutcome.Captured(var amount) ->
                ledger.capture(id, amount)
                        .thenCompose(capture -> changes.changed(
                                        capture.changed().stream().toList())
                                .thenApply(_ -> capture.recorded()));
            case ChargeOutcome.Refused _ -> ledger.refuse(id);
        };
    }
}
