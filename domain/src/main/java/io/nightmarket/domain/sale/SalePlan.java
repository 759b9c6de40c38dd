package io.nightmarket.domain.sale;

import org.jspecify.annotations.Nullable;

/**
 * What staff may correct of a sale.
 *
 * @param payValue what a buyer pays, in cents
 * @param actualValue what the voucher is worth, in cents
 */
public record SalePlan(
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        SaleWindow window) {
    public boolean hasPriceOf(SalePlan other) {
        return payValue == other.payValue && actualValue == other.actualValue;
    }

    public SalePlan with(SaleWindow other) {
        return new SalePlan(title, subTitle, rules, payValue, actualValue, other);
    }
}
