package io.nightmarket.http.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as its owner sees it: little while it is queued or when it was rejected, all once it is settled. */
public record OrderView(
        String id,
        String orderNo,
        Object userId,
        String state,
        @Nullable String reason,
        @Nullable Object voucherId,
        @Nullable Integer payType,
        @Nullable Integer status,
        @Nullable String createTime,
        @Nullable String payUntil,
        @Nullable String payTime,
        @Nullable String useTime,
        @Nullable String refundTime,
        @Nullable String updateTime) {
    /** @param payUntil when the time to pay ends, if it does */
    static OrderView of(OrderProgress progress, @Nullable Instant payUntil, OrderNumbers numbers, LocalTimes times) {
        return switch (progress) {
            case OrderProgress.Queued(var id, var user) -> unsettled(id, numbers, user, "QUEUED", null);
            case OrderProgress.Rejected(var id, var user, var reason) ->
                unsettled(id, numbers, user, "REJECTED", reason.name());
            case OrderProgress.Settled(var order) -> of(order, payUntil, numbers, times);
        };
    }

    private static OrderView unsettled(
            OrderId id, OrderNumbers numbers, UserId user, String state, @Nullable String reason) {
        return new OrderView(
                Long.toString(id.value()),
                numbers.of(id),
                Json.id(user.value()),
                state,
                reason,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** The view of a settled order. */
    public static OrderView of(Order order, OrderNumbers numbers, LocalTimes times) {
        return of(order, null, numbers, times);
    }

    private static OrderView of(Order order, @Nullable Instant payUntil, OrderNumbers numbers, LocalTimes times) {
        return new OrderView(
                Long.toString(order.id().value()),
                numbers.of(order.id()),
                Json.id(order.user().value()),
                "SETTLED",
                null,
                Json.id(order.voucher().value()),
                order.payType(),
                order.status().code(),
                times.show(order.createTime()),
                times.showIfKnown(payUntil),
                times.showIfKnown(order.payTime()),
                times.showIfKnown(order.useTime()),
                times.showIfKnown(order.refundTime()),
                times.show(order.updateTime()));
    }
}
