package io.nightmarket.domain.sale;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.RejectionReason;

/** The answer to a purchase request: an {@link Admission} for a buyer who does not wait for the database, or was not admitted. */
public sealed interface PurchaseAnswer
        permits Admission,
                PurchaseAnswer.Settled,
                PurchaseAnswer.Queued,
                PurchaseAnswer.Rejected,
                PurchaseAnswer.NoPath,
                PurchaseAnswer.NoPass {
    /** Accepted, and the database has the order. */
    record Settled(OrderId order) implements PurchaseAnswer {}

    /** Accepted; the database did not have the order in time. It will be settled. */
    record Queued(OrderId order) implements PurchaseAnswer {}

    /** Accepted, then rejected by the database. */
    record Rejected(OrderId order, RejectionReason reason) implements PurchaseAnswer {}

    /** The request did not come by the signed path of the sale; nothing was reserved. */
    record NoPath() implements PurchaseAnswer {}

    /** The sale has a waiting room, and the request has no pass that counts; nothing was reserved. */
    record NoPass(Reason reason) implements PurchaseAnswer {
        /** What is wrong with the pass. */
        public enum Reason {
            /** There is none, or it is no pass of this buyer and sale, or it has ended. */
            MISSING,
            USED,
            REVOKED
        }
    }
}
