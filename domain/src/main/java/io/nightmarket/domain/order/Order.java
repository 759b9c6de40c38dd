package io.nightmarket.domain.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order that the database has.
 *
 * @param payType 1 balance, 2 Alipay, 3 WeChat
 */
public record Order(
        OrderId id,
        UserId user,
        VoucherId voucher,
        int payType,
        OrderStatus status,
        Instant createTime,
        @Nullable Instant payTime,
        @Nullable Instant useTime,
        @Nullable Instant refundTime,
        Instant updateTime) {
    /** The {@code payType} of an order that was not paid yet. */
    public static final int BALANCE = 1;
}
