package io.nightmarket.domain.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.voucher.VoucherId;

/** A buyer's request for one unit of a sale, under the order's id: from admission to the row. */
public record Purchase(OrderId order, VoucherId voucher, UserId buyer) {}
