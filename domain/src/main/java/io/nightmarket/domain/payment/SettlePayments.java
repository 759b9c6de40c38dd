package io.nightmarket.domain.payment;

import io.nightmarket.domain.concurrent.OneByOne;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Finishes what payments leave open: asks the gateway about pending ones, decides late ones, and returns money. */
public final class SettlePayments {
    private static final int MAX_BATCH = 100;

    private final PaymentLedger ledger;
    private final PaymentGateway gateway;
    private final ReviveOrders revive;
    private final Duration patience;

    /** @param patience how long a payment is pending before the gateway is asked */
    public SettlePayments(PaymentLedger ledger, PaymentGateway gateway, ReviveOrders revive, Duration patience) {
        this.ledger = ledger;
        this.gateway = gateway;
        this.revive = revive;
        this.patience = patience;
    }

    /** One iteration. A payment that fails holds up no other; the first failure is this call's once all were tried. */
    public CompletionStage<Void> iterate() {
        List<Supplier<CompletionStage<Void>>> steps = List.of(
                () -> each(ledger.unresolved(patience, MAX_BATCH), this::resolve),
                revive::reviveAll,
                () -> each(ledger.pendingRefunds(MAX_BATCH), this::refund));
        return OneByOne.tryAll(steps, Supplier::get).thenCompose(OneByOne::failIfAny);
    }

    private static <T> CompletionStage<Void> each(CompletionStage<List<T>> all, Function<T, CompletionStage<?>> work) {
        return all.thenCompose(found -> OneByOne.tryAll(found, work)).thenCompose(OneByOne::failIfAny);
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
