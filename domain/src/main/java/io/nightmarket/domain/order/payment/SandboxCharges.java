package io.nightmarket.domain.order.payment;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** What a gateway with play money remembers: as a real provider's memory, it outlives the node. */
public interface SandboxCharges {
    /** Writes the outcome of a payment, unless there is one, and answers what stands. */
    CompletionStage<ChargeOutcome> charge(Payment payment, ChargeOutcome outcome);

    /** The outcome of a payment; one that is not known is refused for good. */
    CompletionStage<ChargeOutcome> resolve(PaymentId payment);

    /** Decides a payment that is pending, and answers what stands. */
    CompletionStage<ChargeOutcome> decide(PaymentId payment, boolean captured);

    /** Returns the money, once. */
    CompletionStage<Void> refund(Refund refund);

    /** Forgets some that were made longer ago than this; answers how many. */
    CompletionStage<Integer> prune(Duration age);
}
