package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The truth about vouchers and flash sales. */
public interface FlashSaleRepository {
    /** Makes the voucher, its stock and its sale, in one transaction; nothing when there is no such shop. */
    CompletionStage<Optional<VoucherId>> create(NewFlashSale sale, Shard shard);

    /** The vouchers of a shop that are on, by id. */
    CompletionStage<List<Voucher>> onSaleIn(ShopId shop);

    /**
     * The sale with all its claims, in one consistent read; nothing when no such sale was ever made, or when it can't be
     * opened because it doesn't begin before it ends.
     */
    CompletionStage<Optional<SaleSnapshot>> load(VoucherId voucher);

    /** The sale without its claims; nothing as {@link #load} says. */
    CompletionStage<Optional<FlashSale>> find(VoucherId voucher);

    /** Every shard that sales were ever made on. */
    CompletionStage<Set<Shard>> shards();

    /** The sales on a shard that end after {@code now} and can be opened. */
    CompletionStage<List<VoucherId>> unfinished(Shard shard, Instant now);
}
