package io.nightmarket.domain.order.payment;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Payments in the database, each change in one transaction with the change of the order's status that it leads to. No money that was captured is left without an outcome: it pays the order, or its refund is written down. Fails with
 * {@code Unavailable}, or {@code TimedOut} when the outcome is unknown; asking again is safe.
 */
public interface PaymentLedger {
    /** The outcome of beginning a payment. */
    sealed interface Begun {
        /** By this call, or an earlier one with the same id: the gateway may have been asked. */
        record Started(Payment payment) implements Begun {}

        /** The order is of this status. */
        record NotUnpaid(Order order) implements Begun {}

        /** This attempt on the same channel is pending, and no other begins. */
        record Waiting(PaymentId pending) implements Begun {}

        /** There is none of this buyer. */
        record NoSuchOrder() implements Begun {}
    }

    /**
     * Writes an attempt to pay an unpaid order of this buyer at the voucher's price, one at a time on each channel. A
     * repeated call with the same id finds the same attempt, with its outcome.
     */
    CompletionStage<Begun> begin(PaymentId id, OrderId order, UserId buyer, int payType);

    /** What was recorded of a payment. */
    enum Recorded {
        /** The order is paid by this payment. */
        PAID,
        /** The money returns to the payer. */
        TO_REFUND,
        /** The order expired before; {@link DecideLatePayments} decides. */
        LATE,
        REFUSED,
        /** The gateway has not decided; nothing was written. */
        PENDING,
        /** There is no such payment. */
        UNKNOWN
    }

    /**
     * The outcome of recording a capture.
     *
     * @param changed the order if that changed it
     * @param earlier the amount that an earlier call recorded; empty for the first
     */
    record Capture(Recorded recorded, Optional<Order> changed, OptionalLong earlier) {}

    /**
     * Writes down that the gateway captured this amount: the order is paid; or the money is late, when the order is cancelled;
     * or it is to be refunded. The first call counts; later ones answer what was recorded.
     */
    CompletionStage<Capture> capture(PaymentId id, long amount);

    /** Writes down that the gateway refused a pending payment. */
    CompletionStage<Recorded> refuse(PaymentId id);

    /**
     * Payments that are pending for longer than this by the database's clock, oldest first.
     *
     * @param after only those that began after this one; 0: all
     */
    CompletionStage<List<Payment>> unresolved(Duration age, long after, int max);
}
