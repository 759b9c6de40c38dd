package io.nightmarket.domain.order.outbox;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;

/**
 * An event in the life of an order, for other systems.
 *
 * @param id grows in the order in which events are read
 * @param kind as the order's history calls it
 */
public record OutgoingEvent(long id, OrderId order, String kind, Instant at, UserId buyer, VoucherId voucher) {}
