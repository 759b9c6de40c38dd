package io.nightmarket.domain.sale;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Vouchers and flash sales in the database. */
public interface FlashSaleRepository {
    /**
     * A sale that was made.
     *
     * @param change what is on sale in the shop is another list now
     */
    record Made(VoucherId voucher, CacheChange change) {}

    /**
     * Makes the voucher, its stock and its sale, and notes the change, in one transaction; nothing when there is no such
     * shop.
     */
    CompletionStage<Optional<Made>> create(NewFlashSale sale, Shard shard);

    /** The vouchers of a shop that are on, by id; no drafts of sales. */
    CompletionStage<List<Voucher>> onSaleIn(ShopId shop);

    /**
     * The sale with its adjustments, and all its reservations, in one consistent read; nothing when no such sale was ever
     * made, when it is a draft, when it can't be opened because it doesn't begin before it ends, or when it is over and was removed.
     *
     * @param reservations works on the orders of dead letters and then on those of claims, which replace an earlier order of
     *     their buyer; a slice after the other, the next one is read meanwhile
     */
    CompletionStage<Optional<SaleSnapshot>> load(
            VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> reservations);

    /**
     * The sales on a shard that can be opened and ended less than {@code retention} ago by the database's clock, or have dead
     * letters. Running ones come first. A row that can't be read is left out.
     */
    CompletionStage<List<SaleBalance>> balances(Shard shard, Duration retention);

    /** Counts the units of a sale; nothing but zeros without such a sale. */
    CompletionStage<SaleTally> tally(VoucherId voucher);

    /** The sale alone; nothing as {@link #load} says. */
    CompletionStage<Optional<FlashSale>> find(VoucherId voucher);

    /** Every shard that sales were ever made on. */
    CompletionStage<Set<Shard>> shards();

    /** The sales on a shard that have begun and not ended by the database's clock. */
    CompletionStage<List<VoucherId>> running(Shard shard);

    /**
     * Raises the version of a sale above those of queue and database, unless it is another than was seen or a change of the sale
     * is under way; answers the sale as it is then.
     *
     * @param queued the version that the queue has
     */
    CompletionStage<Optional<FlashSale>> raiseVersion(FlashSale seen, long queued);

    /**
     * Sales that the queue may hold, whatever their window, drafts aside, whose version it has not confirmed and whose id is above {@code after}; by id, at most
     * {@code max}.
     */
    CompletionStage<List<FlashSale>> unconfirmed(long after, int max);

    /** Writes down that the queue has this version, or a later one. */
    CompletionStage<Void> confirm(VoucherId voucher, long version);

    /**
     * Sales that ended {@code retention} ago by the database's clock, that the queue may still hold and whose id is above
     * {@code after}; by id, at most {@code max}. None with dead letters.
     */
    CompletionStage<List<FlashSale>> over(Duration retention, long after, int max);

    /** Writes down that the queue holds this sale no more. */
    CompletionStage<Void> markRemoved(VoucherId voucher);
}
