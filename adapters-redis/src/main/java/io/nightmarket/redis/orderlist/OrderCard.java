package io.nightmarket.redis.orderlist;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.voucher.VoucherId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as text: how far it is, status, voucher, channel, and its times in milliseconds, 0 for none. */
final class OrderCard {
    private static final int PARTS = 9;
    private static final int TIMES = 4;

    private OrderCard() {}

    /** A member of the list; as texts they stand in the order of the ids. */
    static String member(OrderId id) {
        return "%019d".formatted(id.value());
    }

    static OrderId id(String member) {
        return new OrderId(Long.parseLong(member));
    }

    static String write(Order order) {
        return progress(order.status()) + " " + order.status().code() + ' '
                + order.voucher().value() + ' ' + order.payType() + ' ' + millis(order.createTime()) + ' '
                + millis(order.payTime()) + ' ' + millis(order.useTime()) + ' ' + millis(order.refundTime()) + ' '
                + millis(order.updateTime());
    }

    /** Grows on every way through the life of an order; a cancelled one may still be paid, if the money was late. */
    private static int progress(OrderStatus status) {
        return switch (status) {
            case UNPAID -> 1;
            case CANCELLED -> 2;
            case PAID -> 3;
            case USED -> 4;
            case REFUNDING -> 5;
            case REFUNDED -> 6;
        };
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }

    static Order read(UserId buyer, OrderId id, String card) {
        String[] parts = card.split(" ", -1);
        if (parts.length != PARTS) {
            throw new Corrupt("not a card of an order: " + card);
        }
        try {
            return new Order(
                    id,
                    buyer,
                    new VoucherId(Long.parseLong(parts[2])),
                    Integer.parseInt(parts[3]),
                    status(parts[1]),
                    Instant.ofEpochMilli(Long.parseLong(parts[TIMES])),
                    timeOrNull(parts[TIMES + 1]),
                    timeOrNull(parts[TIMES + 2]),
                    timeOrNull(parts[TIMES + 3]),
                    Instant.ofEpochMilli(Long.parseLong(parts[TIMES + 4])));
        } catch (IllegalArgumentException e) {
            throw new Corrupt("not a card of an order: " + card);
        }
    }

    private static OrderStatus status(String code) {
        return OrderStatus.of(Integer.parseInt(code)).orElseThrow(() -> new Corrupt("no status of an order: " + code));
    }

    private static @Nullable Instant timeOrNull(String millis) {
        return "0".equals(millis) ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }
}
