package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.base.Arguments.require;

import java.util.Optional;

/** The outcome of a payment at the gateway. */
public sealed interface ChargeOutcome {
    /**
     * The provider has the money.
     *
     * @param amount in cents
     */
    record Captured(long amount) implements ChargeOutcome {
        public Captured {
            require(amount >= 0, "an amount is not negative: " + amount);
        }
    }

    record Refused() implements ChargeOutcome {}

    /**
     * Not decided yet; the gateway notifies, and can be asked.
     *
     * @param payUrl the address at which the payer pays; empty when there is nothing for the payer to do
     */
    record Pending(Optional<String> payUrl) implements ChargeOutcome {
        public Pending() {
            this(Optional.empty());
        }
    }
}
