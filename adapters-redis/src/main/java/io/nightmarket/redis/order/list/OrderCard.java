package io.nightmarket.redis.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order as text of a fixed width, decimal numbers with zeros in front: score and id, by which cards are sorted, how far
 * the order is, voucher, channel, and its times in milliseconds, 0 for none.
 */
final class OrderCard {
    /** The digits of scores and times, which suffice until the year 2286. */
    private static final int TIME = 13;

    private static final int ID = 19;
    private static final int PAY_TYPE = 3;

    private static final int PROGRESS_AT = TIME + ID;
    private static final int VOUCHER_AT = PROGRESS_AT + 1;
    private static final int PAY_TYPE_AT = VOUCHER_AT + ID;
    private static final int TIMES_AT = PAY_TYPE_AT + PAY_TYPE;

    static final int WIDTH = TIMES_AT + 5 * TIME;

    /** Grows on every way through the life of an order; a cancelled one may still be paid, if the money was late. */
    private static final List<OrderStatus> PROGRESS = List.of(
            OrderStatus.UNPAID,
            OrderStatus.CANCELLED,
            OrderStatus.PAID,
            OrderStatus.USED,
            OrderStatus.REFUNDING,
            OrderStatus.REFUNDED);

    private OrderCard() {}

    static void write(Order order, StringBuilder text) {
        add(text, Position.of(order).score(), TIME);
        add(text, order.id().value(), ID);
        add(text, PROGRESS.indexOf(order.status()), 1);
        add(text, order.voucher().value(), ID);
        add(text, order.payType(), PAY_TYPE);
        add(text, millis(order.createTime()), TIME);
        add(text, millis(order.payTime()), TIME);
        add(text, millis(order.useTime()), TIME);
        add(text, millis(order.refundTime()), TIME);
        add(text, millis(order.updateTime()), TIME);
    }

    private static void add(StringBuilder text, long number, int width) {
        String digits = Long.toString(number);
        if (number < 0 || digits.length() > width) {
            throw new IllegalArgumentException("no number of " + width + " digits: " + number);
        }
        text.repeat('0', width - digits.length()).append(digits);
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }

    /** Reads the card that begins there. */
    static Order read(UserId buyer, String text, int from) {
        if (text.length() < from + WIDTH) {
            throw new Corrupt("not a card of an order: " + text.substring(from));
        }
        try {
            return new Order(
                    new OrderId(number(text, from + TIME, ID)),
                    buyer,
                    new VoucherId(number(text, from + VOUCHER_AT, ID)),
                    (int) number(text, from + PAY_TYPE_AT, PAY_TYPE),
                    PROGRESS.get((int) number(text, from + PROGRESS_AT, 1)),
                    time(text, from, 0),
                    timeOrNull(text, from, 1),
                    timeOrNull(text, from, 2),
                    timeOrNull(text, from, 3),
                    time(text, from, 4));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new Corrupt("not a card of an order: " + text.substring(from, from + WIDTH));
        }
    }

    private static long number(String text, int from, int width) {
        return Long.parseLong(text, from, from + width, 10);
    }

    private static Instant time(String text, int from, int number) {
        return Instant.ofEpochMilli(number(text, from + TIMES_AT + number * TIME, TIME));
    }

    private static @Nullable Instant timeOrNull(String text, int from, int number) {
        Instant time = time(text, from, number);
        return time.equals(Instant.EPOCH) ? null : time;
    }
}
