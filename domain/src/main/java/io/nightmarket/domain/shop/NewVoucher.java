package io.nightmarket.domain.shop;

import org.jspecify.annotations.Nullable;

/**
 * An ordinary voucher to be put on sale.
 *
 * @param payValue what a buyer pays, in cents
 * @param actualValue what the voucher is worth, in cents
 */
public record NewVoucher(
        ShopId shop,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue) {
    public NewVoucher {
        if (title.isBlank() || payValue < 0 || actualValue < 0) {
            throw new IllegalArgumentException("a voucher needs a title and values from 0");
        }
    }
}
