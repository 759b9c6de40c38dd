package io.nightmarket.mysql.planted;

import io.nightmarket.domain.payment.PaymentGateway;

/** Breaks a rule on purpose. */
public record MySqlAsksTheGateway(PaymentGateway gateway) {}
