package io.nightmarket.domain.flashsale;

/**
 * A flash sale as the database knows it.
 *
 * @param issued all units ever put on sale
 * @param stock issued less live orders
 */
public record FlashSale(VoucherId voucher, Shard shard, SaleState state, SaleWindow window, long issued, long stock) {}
