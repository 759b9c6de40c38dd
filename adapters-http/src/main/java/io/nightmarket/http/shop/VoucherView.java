package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import org.jspecify.annotations.Nullable;

/** A voucher as a shop's page shows it; the last members belong to flash sales only. */
record VoucherView(
        Object id,
        @Nullable Object shopId,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        int type,
        int status,
        String createTime,
        String updateTime,
        @Nullable Long stock,
        @Nullable String beginTime,
        @Nullable String endTime,
        @Nullable Boolean waitlist,
        @Nullable Boolean waitingRoom,
        @Nullable Boolean signedPath) {
    static VoucherView of(Voucher voucher, LocalTimes times) {
        Voucher.Terms terms = voucher.flashSale();
        SaleOptions options = terms == null ? SaleOptions.NONE : terms.options();
        return new VoucherView(
                Json.id(voucher.id().value()),
                voucher.shop() == null ? null : Json.id(voucher.shop().value()),
                voucher.title(),
                voucher.subTitle(),
                voucher.rules(),
                voucher.payValue(),
                voucher.actualValue(),
                voucher.type(),
                voucher.status(),
                times.show(voucher.createTime()),
                times.show(voucher.updateTime()),
                terms == null ? null : terms.stock(),
                terms == null ? null : times.show(terms.begin()),
                terms == null ? null : times.show(terms.end()),
                whenTrue(options.waitlist()),
                whenTrue(options.waitingRoom()),
                whenTrue(options.signedPath()));
    }

    private static @Nullable Boolean whenTrue(boolean option) {
        return option ? Boolean.TRUE : null;
    }
}
