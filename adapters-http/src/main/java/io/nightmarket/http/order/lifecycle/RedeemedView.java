package io.nightmarket.http.order.lifecycle;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import org.jspecify.annotations.Nullable;

/** A redeemed order as the shop sees it: neither its id nor its buyer. */
record RedeemedView(
        String orderNo,
        Object voucherId,
        int status,
        String createTime,
        @Nullable String payTime,
        @Nullable String useTime) {
    static RedeemedView of(Order order, OrderNumbers numbers, LocalTimes times) {
        return new RedeemedView(
                numbers.of(order.id()),
                Json.id(order.voucher().value()),
                order.status().code(),
                times.show(order.createTime()),
                times.showIfKnown(order.payTime()),
                times.showIfKnown(order.useTime()));
    }
}
