package io.nightmarket.domain.order.payment;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A provider that takes and returns money. Each call has a time-out, is idempotent by the payment's id, and is made outside of
 * database transactions. Fails with {@code Unavailable} when nothing was done, with {@code TimedOut} when that is unknown.
 */
public interface PaymentGateway {
    /**
     * Charges the payer, or answers what became of the same payment before.
     *
     * @param payer names the payer's account with the provider; empty: the provider knows it by the user
     */
    CompletionStage<ChargeOutcome> charge(Payment payment, String payer);

    /** Whether there is a provider; without one no payment begins. */
    default boolean isSetUp() {
        return true;
    }

    /**
     * What became of a payment. One that the provider does not know is closed: it is refused from then on, also when its
     * request arrives later.
     */
    CompletionStage<ChargeOutcome> resolve(PaymentId payment);

    /** Returns the money. Repeating it returns nothing more. */
    CompletionStage<Void> refund(Refund refund);

    /** Reads a notification of the provider; empty unless its signature is right and it is fresh. */
    Optional<PaymentNotification> verify(byte[] body, String signature);
}
