package io.nightmarket.domain.payment;

/** What a gateway says of a payment. */
public sealed interface ChargeOutcome {
    /**
     * The provider has the money.
     *
     * @param amount in cents
     */
    record Captured(long amount) implements ChargeOutcome {}

    record Refused() implements ChargeOutcome {}

    /** Not decided yet; the gateway notifies, and can be asked. */
    record Pending() implements ChargeOutcome {}
}
