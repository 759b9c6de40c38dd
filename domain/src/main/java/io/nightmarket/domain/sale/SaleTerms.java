package io.nightmarket.domain.sale;

/**
 * What of a sale may be remembered, for it stays as it was made.
 *
 * @param units put on sale at first
 * @param acknowledgement what buyers get who ask for none
 */
public record SaleTerms(Shard shard, SaleWindow window, long units, Acknowledgement acknowledgement) {}
