package io.nightmarket.domain.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.voucher.VoucherId;

/** A buyer's wish for one unit, with the id its order will bear. */
public record Purchase(OrderId order, VoucherId voucher, UserId buyer) {}
