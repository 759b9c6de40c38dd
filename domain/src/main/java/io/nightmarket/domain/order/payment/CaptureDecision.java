package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import java.util.Optional;

/**
 * What money does that the gateway captured. Payment, expiry and cancel of an order are each decided under the lock of its row: the
 * first of them finds the order unpaid and changes it ({@link OrderTransition}), the others find it changed. Payments wait for the
 * lock; expiry passes over an order that is locked.
 */
public sealed interface CaptureDecision {
    /** Pays the order, which can't expire any more. */
    record Pays(Order order) implements CaptureDecision {}

    /** Finds the order expired; {@link DecideLatePayments} decides. */
    record IsLate() implements CaptureDecision {}

    /** Returns to the payer. */
    record Returns(Refund.Reason reason) implements CaptureDecision {}

    /**
     * Decides, under the lock of the order.
     *
     * @param order empty when its row is gone
     * @param cancelledForGood whether the buyer did not want the order any more when the money came, or its sale was called off
     */
    static CaptureDecision of(Payment payment, long amount, Optional<Order> order, boolean cancelledForGood) {
        if (amount != payment.amount()) {
            return new Returns(Refund.Reason.WRONG_AMOUNT);
        }
        return order.map(found -> switch (found.status()) {
                    case UNPAID -> new Pays(found);
                    case CANCELLED -> cancelledForGood ? new Returns(Refund.Reason.LATE) : new IsLate();
                    case PAID, USED, REFUNDING, REFUNDED -> new Returns(Refund.Reason.DUPLICATE);
                })
                .orElseGet(() -> new Returns(Refund.Reason.LATE));
    }

    /** What is recorded of the payment. */
    default Recorded recorded() {
        return switch (this) {
            case Pays _ -> Recorded.PAID;
            case IsLate _ -> Recorded.LATE;
            case Returns _ -> Recorded.TO_REFUND;
        };
    }
}
