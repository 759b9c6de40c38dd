package io.nightmarket.mysql.violating;

import io.nightmarket.domain.order.payment.PaymentGateway;

/** Breaks a rule on purpose. */
public record MySqlAsksTheGateway(PaymentGateway gateway) {}
