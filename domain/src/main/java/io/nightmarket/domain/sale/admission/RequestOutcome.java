package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.PurchaseAnswer.NoPass;

/**
 * How a purchase request ended, each in one way; a refusal begins with the part that refused. The names stand in metrics and in the
 * table sale_minute, in which they have at most 32 characters.
 */
public enum RequestOutcome {
    ACCEPTED,
    /** Answered with the order that an earlier request of the buyer made. */
    REPEATED,
    LIMITER_TOO_MANY,
    MEMORY_SOLD_OUT,
    MEMORY_ENDED,
    PATH_REQUIRED,
    ROOM_PASS_REQUIRED,
    ROOM_PASS_USED,
    ROOM_TICKET_REVOKED,
    QUEUE_SOLD_OUT,
    QUEUE_ALREADY_BOUGHT,
    QUEUE_NOT_STARTED,
    QUEUE_ENDED,
    QUEUE_PAUSED,
    QUEUE_CALLED_OFF,
    QUEUE_FULL,
    QUEUE_NO_SUCH_SALE,
    /** The calls to the queue were too many or too slow for this request; nothing was reserved. */
    NODE_OVERLOADED,
    /** A server was away; nothing was reserved. */
    FAILED,
    /** No answer came, so it may have been accepted. */
    UNKNOWN;

    /** @param order the order that the request would make */
    static RequestOutcome of(Admission admission, OrderId order) {
        return switch (admission) {
            case Admission.Accepted(OrderId accepted) -> accepted.equals(order) ? ACCEPTED : REPEATED;
            case Admission.AlreadyBought _ -> QUEUE_ALREADY_BOUGHT;
            case Admission.SoldOut _ -> QUEUE_SOLD_OUT;
            case Admission.NotStarted _ -> QUEUE_NOT_STARTED;
            case Admission.Ended _ -> QUEUE_ENDED;
            case Admission.Paused _ -> QUEUE_PAUSED;
            case Admission.CalledOff _ -> QUEUE_CALLED_OFF;
            case Admission.QueueFull _ -> QUEUE_FULL;
            case Admission.NoSuchSale _ -> QUEUE_NO_SUCH_SALE;
        };
    }

    static RequestOutcome of(NoPass refusal) {
        return switch (refusal.reason()) {
            case MISSING -> ROOM_PASS_REQUIRED;
            case USED -> ROOM_PASS_USED;
            case REVOKED -> ROOM_TICKET_REVOKED;
        };
    }

    static RequestOutcome of(Throwable failure) {
        return switch (DomainFailure.causeOf(failure)) {
            case Unavailable unavailable when unavailable.isOverload() -> NODE_OVERLOADED;
            case TimedOut _ -> UNKNOWN;
            default -> FAILED;
        };
    }
}
