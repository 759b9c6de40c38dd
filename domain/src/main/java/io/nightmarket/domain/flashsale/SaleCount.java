package io.nightmarket.domain.flashsale;

/**
 * What the books hold of a sale, counted at one moment.
 *
 * @param claims rights that are used up
 * @param adjustments of the stock that the sale's stock contains
 */
public record SaleCount(FlashSale sale, long claims, long adjustments) {}
