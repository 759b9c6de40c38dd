package io.nightmarket.domain.payment;

/**
 * What a gateway reports by itself.
 *
 * @param id names the notification, at most 64 characters: a second one of the same id is a replay
 */
public record PaymentNotification(String id, PaymentId payment, ChargeOutcome outcome) {}
