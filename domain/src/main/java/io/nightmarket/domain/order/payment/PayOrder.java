package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A buyer pays an order: the attempt is written, then the gateway is asked, then its outcome is written. */
public final class PayOrder {
    private final PaymentLedger ledger;
    private final PaymentGateway gateway;
    private final RecordOutcome outcomes;
    private final DecideLatePayments late;
    private final IdGenerator ids;

    public PayOrder(
            PaymentLedger ledger,
            PaymentGateway gateway,
            RecordOutcome outcomes,
            DecideLatePayments late,
            IdGenerator ids) {
        this.ledger = ledger;
        this.gateway = gateway;
        this.outcomes = outcomes;
        this.late = late;
        this.ids = ids;
    }

    /** The outcome. */
    public sealed interface Outcome {
        record Paid(PaymentId payment) implements Outcome {}

        /**
         * The gateway has not decided this or an earlier one, or did not answer; the order is paid, or cancelled, later.
         *
         * @param payUrl as {@link ChargeOutcome.Pending} has it
         */
        record Pending(PaymentId payment, Optional<String> payUrl) implements Outcome {}

        record Refused(PaymentId payment) implements Outcome {}

        /** The money was captured, but the order can't be paid any more: it returns. */
        record Refunded(PaymentId payment) implements Outcome {}

        record NotUnpaid(Order order) implements Outcome {}

        record NoSuchOrder() implements Outcome {}
    }

    /** Whether there is a gateway; without one {@link #pay} is not to be asked. */
    public boolean isPossible() {
        return gateway.isSetUp();
    }

    /** The id under which {@link #pay} may be asked again. */
    public CompletionStage<PaymentId> nextId() {
        return ids.next().thenApply(PaymentId::new);
    }

    /**
     * Pays once per payment id. Where an earlier attempt on the channel is pending, the gateway is asked for that one again, which
     * charges it once, and answers where it is paid.
     *
     * @param payType the channel
     * @param payer as {@link PaymentGateway#charge} has it
     */
    public CompletionStage<Outcome> pay(PaymentId id, UserId buyer, OrderId order, int payType, String payer) {
        return ledger.begin(id, order, buyer, payType).thenCompose(begun -> switch (begun) {
            case PaymentLedger.Begun.Started(var payment) -> charge(payment.id(), () -> gateway.charge(payment, payer));
            case PaymentLedger.Begun.Waiting(var pending) -> pay(pending, buyer, order, payType, payer);
            case PaymentLedger.Begun.NotUnpaid(var row) -> completed(new Outcome.NotUnpaid(row));
            case PaymentLedger.Begun.NoSuchOrder _ -> completed(new Outcome.NoSuchOrder());
        });
    }

    /** A gateway that fails leaves the payment pending, and {@link FinishPayments} asks it again. */
    private CompletionStage<Outcome> charge(PaymentId id, Supplier<CompletionStage<ChargeOutcome>> call) {
        return Calls.start(call)
                .exceptionallyCompose(DomainFailure.fallBackOn(new ChargeOutcome.Pending()))
                .thenCompose(outcome -> record(id, outcome));
    }

    /** Money that is late is decided at once if that can be. */
    private CompletionStage<Outcome> record(PaymentId id, ChargeOutcome outcome) {
        Optional<String> payUrl = outcome instanceof ChargeOutcome.Pending(var address) ? address : Optional.empty();
        return outcomes.record(id, outcome)
                .thenCompose(recorded -> recorded != PaymentLedger.Recorded.LATE
                        ? completed(recorded)
                        : Calls.start(() -> late.decide(id))
                                .exceptionallyCompose(
                                        DomainFailure.<Void>unlessBug(() -> CompletableFuture.completedStage(null)))
                                .thenCompose(_ -> outcomes.record(id, outcome)))
                .thenApply(recorded -> outcome(id, recorded, payUrl));
    }

    private static Outcome outcome(PaymentId id, PaymentLedger.Recorded recorded, Optional<String> payUrl) {
        return switch (recorded) {
            case PAID -> new Outcome.Paid(id);
            case TO_REFUND -> new Outcome.Refunded(id);
            case REFUSED -> new Outcome.Refused(id);
            case LATE, PENDING -> new Outcome.Pending(id, payUrl);
            case UNKNOWN -> new Outcome.NoSuchOrder();
        };
    }

    private static <T> CompletionStage<T> completed(T outcome) {
        return CompletableFuture.completedStage(outcome);
    }
}
