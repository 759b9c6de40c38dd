package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.shop.ShopId;
import org.jspecify.annotations.Nullable;

/**
 * A voucher to be put on sale.
 *
 * @param payValue what a buyer pays, in cents
 * @param actualValue what the voucher is worth, in cents
 */
public record NewFlashSale(
        ShopId shop,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        int stock,
        SaleWindow window) {
    public NewFlashSale {
        if (title.isBlank() || payValue < 0 || actualValue < 0 || stock <= 0) {
            throw new IllegalArgumentException("a flash sale needs a title, values from 0 and a stock from 1");
        }
    }
}
