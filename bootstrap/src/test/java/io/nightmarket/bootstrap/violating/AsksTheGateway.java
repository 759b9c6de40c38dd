package io.nightmarket.bootstrap.violating;

import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.Refund;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Breaks a rule on purpose. */
public record AsksTheGateway(PaymentGateway gateway) {
    /** By a call. */
    public CompletionStage<Void> refund(Refund refund) {
        return gateway.refund(refund);
    }

    /** By a reference. */
    public record Passed(PaymentGateway gateway) {
        public Function<Refund, CompletionStage<Void>> refunds() {
            return gateway::refund;
        }
    }
}
