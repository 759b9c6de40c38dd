package io.nightmarket.domain.shop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A voucher as a shop's page shows it; adopted data may be odd, so nothing is checked here.
 *
 * @param payValue what a buyer pays, in cents
 * @param actualValue what the voucher is worth, in cents
 * @param type 0 ordinary, 1 flash sale
 * @param status 1 on sale, 2 off, 3 expired
 * @param flashSale stock and window of a flash sale, null for an ordinary voucher
 */
public record Voucher(
        VoucherId id,
        @Nullable ShopId shop,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        int type,
        int status,
        @Nullable Terms flashSale,
        Instant createTime,
        Instant updateTime) {
    /**
     * What is left of a flash sale, and when it is on.
     *
     * @param options the options of the sale
     */
    public record Terms(long stock, Instant begin, Instant end, SaleOptions options) {}

    /** This voucher with other terms. */
    Voucher with(Terms terms) {
        return new Voucher(
                id, shop, title, subTitle, rules, payValue, actualValue, type, status, terms, createTime, updateTime);
    }
}
