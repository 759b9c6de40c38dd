package io.nightmarket.domain.sale;

import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import org.jspecify.annotations.Nullable;

/**
 * A voucher to be put on sale.
 *
 * @param payValue what a buyer pays, in cents
 * @param actualValue what the voucher is worth, in cents
 * @param acknowledgement what buyers get who ask for none
 * @param draft whether it is published later
 */
public record NewFlashSale(
        ShopId shop,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        int stock,
        SaleWindow window,
        Acknowledgement acknowledgement,
        SaleOptions options,
        boolean draft) {
    public NewFlashSale {
        if (title.isBlank() || payValue < 0 || actualValue < 0 || stock <= 0) {
            throw new IllegalArgumentException("a flash sale needs a title, values from 0 and a stock from 1");
        }
    }

    /** A sale that is published at once. */
    public NewFlashSale(
            ShopId shop,
            String title,
            @Nullable String subTitle,
            @Nullable String rules,
            long payValue,
            long actualValue,
            int stock,
            SaleWindow window,
            Acknowledgement acknowledgement,
            SaleOptions options) {
        this(shop, title, subTitle, rules, payValue, actualValue, stock, window, acknowledgement, options, false);
    }
}
