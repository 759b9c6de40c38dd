package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.base.Arguments.require;

/**
 * What a gateway reports by itself.
 *
 * @param id names the notification, at most 64 characters: a second one of the same id is a replay
 */
public record PaymentNotification(String id, PaymentId payment, ChargeOutcome outcome) {
    public PaymentNotification {
        require(!id.isEmpty() && id.length() <= 64, "a notification has a name of 1 to 64 characters");
    }
}
