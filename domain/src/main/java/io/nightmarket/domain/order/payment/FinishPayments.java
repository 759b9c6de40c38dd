package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Pages;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finishes what the gateway left open: asks it about pending payments, and has it return money. A call that fails or hangs holds
 * up no other for long: a few are made at once, and each iteration goes on where the last one ended.
 */
public final class FinishPayments {
    private static final int MAX_BATCH = 100;
    private static final int MAX_CALLS = 10;

    private final PaymentLedger ledger;
    private final Refunds refunds;
    private final PaymentGateway gateway;
    private final RecordOutcome outcomes;
    private final OrderChanges changes;
    private final Duration pendingFor;
    private final Pages pendingPayments = new Pages(MAX_BATCH);
    private final Pages pendingRefunds = new Pages(MAX_BATCH);

    /** @param pendingFor how long a payment is pending before the gateway is asked */
    public FinishPayments(
            PaymentLedger ledger,
            Refunds refunds,
            PaymentGateway gateway,
            RecordOutcome outcomes,
            OrderChanges changes,
            Duration pendingFor) {
        this.ledger = ledger;
        this.refunds = refunds;
        this.gateway = gateway;
        this.outcomes = outcomes;
        this.changes = changes;
        this.pendingFor = pendingFor;
    }

    /** Asks about some payments. The first failure is this call's once all were tried. */
    public CompletionStage<Void> resolve() {
        return each(
                pendingPayments.next(
                        after -> ledger.unresolved(pendingFor, after, MAX_BATCH),
                        payment -> payment.id().value()),
                payment ->
                        gateway.resolve(payment.id()).thenCompose(outcome -> outcomes.record(payment.id(), outcome)));
    }

    /** Has some money returned. The first failure is this call's once all were tried. */
    public CompletionStage<Void> refund() {
        return each(
                pendingRefunds.next(
                        after -> refunds.pendingRefunds(after, MAX_BATCH),
                        refund -> refund.payment().value()),
                this::refund);
    }

    private CompletionStage<Void> refund(Refund refund) {
        return gateway.refund(refund)
                .thenCompose(_ -> refunds.completeRefund(refund))
                .thenCompose(order -> changes.changed(order.stream().toList()));
    }

    private static <T> CompletionStage<Void> each(CompletionStage<List<T>> page, Function<T, CompletionStage<?>> work) {
        return page.thenCompose(found -> OneByOne.tryAll(MAX_CALLS, found, work))
                .thenCompose(OneByOne::failIfAny);
    }
}
