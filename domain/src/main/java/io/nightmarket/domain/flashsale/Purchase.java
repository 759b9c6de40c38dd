package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;

/** A buyer's wish for one unit, with the id its order will bear. */
public record Purchase(OrderId order, VoucherId voucher, UserId buyer) {}
