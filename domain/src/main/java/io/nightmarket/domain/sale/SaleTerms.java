package io.nightmarket.domain.sale;

import io.nightmarket.domain.shop.SaleOptions;

/**
 * What a node remembers of a sale.
 *
 * @param units issued when it was read; sizes the filter of buyers
 * @param acknowledgement what buyers get who ask for none
 */
public record SaleTerms(
        Shard shard,
        SaleWindow window,
        long units,
        Acknowledgement acknowledgement,
        SaleOptions options,
        long version) {}
